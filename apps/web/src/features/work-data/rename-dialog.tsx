import { LIMITS } from '@millrace/contracts/limits'
import { TextDialog } from '#components/ui/text-dialog.tsx'
import type { SirenAction } from '#lib/siren.ts'
import * as texts from './texts.ts'
import { useRunWorkDataAction } from './use-run-work-data-action.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

interface RenameDialogProps {
  file: WorkDataDocument
  action: SirenAction
  onClose: () => void
}

/** Edits the name of a file. The part before the extension is selected, because the extension rarely changes. */
export function RenameDialog({ file, action, onClose }: RenameDialogProps) {
  const { run, isPending } = useRunWorkDataAction()
  return (
    <TextDialog
      title={texts.renameFile}
      label={texts.name}
      value={file.properties.Name}
      maxLength={LIMITS.fileNameMax}
      keep={texts.cancel}
      save={texts.renameFile}
      selected={stemLength(file.properties.Name)}
      isPending={isPending}
      onSave={(NewName) => run(file, action, { NewName }, onClose)}
      onClose={onClose}
    />
  )
}

function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}
