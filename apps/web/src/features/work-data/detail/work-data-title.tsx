import { LIMITS } from '@millrace/contracts/limits'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { RenameTitle } from '#components/ui/rename-title.tsx'
import { actionOf } from '#lib/siren.ts'
import { useRunWorkDataAction } from '../use-run-work-data-action.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

/** The name of a file, which can be edited in place. Initially, only the part before the extension is selected. */
export function WorkDataTitle({ file }: { file: WorkDataDocument }) {
  const { run } = useRunWorkDataAction()
  const action = actionOf(file, 'Rename')
  const { Name } = file.properties
  return (
    <RenameTitle
      name={Name}
      label={texts.fileName}
      maxLength={LIMITS.fileNameMax}
      selected={Math.max(0, Name.lastIndexOf('.')) || Name.length}
      onRename={action && ((NewName) => run(file, action, { NewName }))}
    >
      <MiddleTruncate text={Name} />
    </RenameTitle>
  )
}
