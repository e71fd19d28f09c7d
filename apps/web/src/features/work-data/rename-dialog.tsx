import { LIMITS } from '@millrace/contracts/limits'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { useRunWorkDataAction } from './use-run-work-data-action.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

interface RenameDialogProps {
  file: WorkDataDocument
  action: SirenAction
  onClose: () => void
}

/** Another name for a file; its content and type stay. */
export function RenameDialog({ file, action, onClose }: RenameDialogProps) {
  const { run, isPending } = useRunWorkDataAction()
  const [name, setName] = useState(file.properties.Name)
  const wanted = name.trim()
  const unchanged = wanted === '' || wanted === file.properties.Name

  function save() {
    if (!unchanged) run(file, action, { NewName: wanted }, onClose)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename file"
      actions={
        <>
          <Button onClick={onClose}>Keep name</Button>
          <Button variant="primary" working={isPending} disabled={unchanged} onClick={save}>
            Rename file
          </Button>
        </>
      }
    >
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={LIMITS.fileNameMax}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onFocus={({ target }) => target.setSelectionRange(0, stemLength(target.value))}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** The part before the extension, which mostly stays. */
function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}
