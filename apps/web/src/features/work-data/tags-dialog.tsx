import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { useRunWorkDataAction } from './use-run-work-data-action.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

interface TagsDialogProps {
  file: WorkDataDocument
  action: SirenAction
  onClose: () => void
}

/** The tags of one file. */
export function TagsDialog({ file, action, onClose }: TagsDialogProps) {
  const { run, isPending } = useRunWorkDataAction()
  const [tags, setTags] = useState<readonly string[]>(file.properties.Tags)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit tags"
      actions={
        <>
          <Button onClick={onClose}>Leave as they are</Button>
          <Button variant="primary" working={isPending} onClick={() => run(file, action, { Tags: tags }, onClose)}>
            Save tags
          </Button>
        </>
      }
    >
      <Field label="Tags" help="A word, or key=value. Enter or a comma adds one.">
        {(control) => (
          <ChipField autoFocus control={control} values={tags} onChange={setTags} placeholder="station=koeln" />
        )}
      </Field>
    </Dialog>
  )
}
