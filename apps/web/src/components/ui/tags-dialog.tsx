import { useState } from 'react'
import { Button } from './button.tsx'
import { ChipField } from './chip-field.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

interface TagsDialogProps {
  tags?: readonly string[]
  title?: string
  help?: string
  placeholder?: string
  save?: string
  /** Whether at least one tag is required. */
  isRequired?: boolean
  isPending?: boolean
  onSave: (tags: readonly string[]) => void
  onClose: () => void
}

/** Edits a list of tags. */
export function TagsDialog({
  tags: before = [],
  title = 'Edit tags',
  help = 'A word or key=value. Press Enter or comma to add one.',
  placeholder = 'station=koeln',
  save = 'Save tags',
  isRequired = false,
  isPending = false,
  onSave,
  onClose,
}: TagsDialogProps) {
  const [added, setAdded] = useState(before)
  const [draft, setDraft] = useState<readonly string[]>([])
  const tags = [...added, ...draft]
  const [isMissing, setIsMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            working={isPending}
            onClick={() => (isRequired && tags.length === 0 ? setIsMissing(true) : onSave(tags))}
          >
            {save}
          </Button>
        </>
      }
    >
      <Field label="Tags" help={help} error={isMissing && tags.length === 0 ? 'Type at least one tag.' : undefined}>
        {(control) => (
          <ChipField
            autoFocus
            control={control}
            values={added}
            onChange={setAdded}
            onDraft={setDraft}
            placeholder={placeholder}
          />
        )}
      </Field>
    </Dialog>
  )
}
