import { TagsDialog } from '#components/ui/tags-dialog.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { useRunWorkDataAction } from './use-run-work-data-action.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

interface FileTagsDialogProps {
  file: WorkDataDocument
  action: SirenAction
  onClose: () => void
}

export function FileTagsDialog({ file, action, onClose }: FileTagsDialogProps) {
  const { run, isPending } = useRunWorkDataAction()
  return (
    <TagsDialog
      tags={file.properties.Tags}
      isPending={isPending}
      onSave={(Tags) => run(file, action, { Tags }, onClose)}
      onClose={onClose}
    />
  )
}
