import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { plural } from '#lib/format.ts'

interface BulkTagsDialogProps {
  count: number
  onClose: () => void
  onAdd: (tags: readonly string[]) => void
}

/** Tags to add to many files. */
export function BulkTagsDialog({ count, onClose, onAdd }: BulkTagsDialogProps) {
  const [tags, setTags] = useState<readonly string[]>([])
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add tags to ${plural(count, 'file')}`}
      actions={
        <>
          <Button onClick={onClose}>Leave as they are</Button>
          <Button variant="primary" disabled={tags.length === 0} onClick={() => onAdd(tags)}>
            Add tags
          </Button>
        </>
      }
    >
      <Field label="Tags" help="Tags the files have already stay.">
        {(control) => (
          <ChipField autoFocus control={control} values={tags} onChange={setTags} placeholder="station=koeln" />
        )}
      </Field>
    </Dialog>
  )
}
