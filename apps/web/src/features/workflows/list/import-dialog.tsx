import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { FaultList } from '../fault-list.tsx'
import { WORKFLOW_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import type { CheckedFile } from './use-import.ts'

interface ImportDialogProps {
  file: CheckedFile
  onAccept: () => void
  onClose: () => void
}

/** Shows the problems of a file. If it is a definition, offers to import it anyway. */
export function ImportDialog({ file, onAccept, onClose }: ImportDialogProps) {
  const { name, definition, faults } = file
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={definition ? fill(texts.has, name, plural(faults.length, 'problem')) : fill(texts.cantBeImported, name)}
      actions={
        <>
          <Button onClick={onClose}>{definition ? texts.cancel : texts.close}</Button>
          {definition ? (
            <Button variant="primary" onClick={onAccept}>
              {texts.importAnyway}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="mb-2">{definition ? WORKFLOW_TEXTS.faulty : WORKFLOW_TEXTS.notDefinition}</p>
      <FaultList faults={faults} />
    </Dialog>
  )
}
