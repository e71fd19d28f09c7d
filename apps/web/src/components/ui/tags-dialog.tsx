import { useState } from 'react'
import { Button } from './button.tsx'
import { ChipField } from './chip-field.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import * as texts from './texts.ts'

interface TagsDialogProps {
  tags?: readonly string[]
  title?: string
  help?: string
  placeholder?: string
  save?: string
  isRequired?: boolean
  isPending?: boolean
  onSave: (tags: readonly string[]) => void
  onClose: () => void
}

export function TagsDialog({
  tags: before = [],
  title = texts.editTags,
  help = texts.tagsHelp,
  placeholder = 'station=koeln',
  save = texts.saveTags,
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
          <Button onClick={onClose}>{texts.cancel}</Button>
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
      <Field
        label={texts.tags}
        help={help}
        error={isMissing && tags.length === 0 ? texts.typeAtLeastOneTag : undefined}
      >
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
