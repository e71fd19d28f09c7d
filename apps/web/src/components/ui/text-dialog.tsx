import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'

interface TextDialogProps {
  title: string
  label: string
  value: string
  maxLength: number
  keep: string
  save: string
  /** The number of characters that are initially selected. Default: all. */
  selected?: number
  isPending: boolean
  onSave: (text: string) => void
  onClose: () => void
}

/** Edits one line of text, such as a name. An empty or unchanged text can’t be saved. */
export function TextDialog({
  label,
  value,
  maxLength,
  selected,
  isPending,
  onSave,
  onClose,
  ...words
}: TextDialogProps) {
  const [draft, setDraft] = useState(value)
  const wanted = draft.trim()
  const unchanged = wanted === '' || wanted === value
  const save = () => {
    if (!unchanged) onSave(wanted)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button variant="primary" working={isPending} disabled={unchanged} onClick={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <TextField
        label={label}
        autoFocus
        maxLength={maxLength}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(0, selected ?? target.value.length)}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </Dialog>
  )
}
