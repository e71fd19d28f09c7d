import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { Input } from '#components/ui/input.tsx'
import * as texts from './texts.ts'

interface TextFilter {
  id: string
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Returns a text filter, which is applied with Enter or “Apply”. */
export function textFilter({ id, label, placeholder, value, onChange }: TextFilter): Filter {
  return {
    id,
    label,
    value,
    edit: (close) => (
      <TextEditor
        label={label}
        placeholder={placeholder}
        value={value}
        onApply={(text) => [onChange(text || undefined), close()]}
      />
    ),
    onClear: () => onChange(undefined),
  }
}

interface TextEditorProps extends Pick<TextFilter, 'label' | 'placeholder' | 'value'> {
  onApply: (text: string) => void
}

function TextEditor({ label, placeholder, value, onApply }: TextEditorProps) {
  const [draft, setDraft] = useState(value ?? '')
  return (
    <form
      className="flex w-72 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(draft.trim())
      }}
    >
      <Input
        type="search"
        autoFocus
        aria-label={label}
        placeholder={placeholder}
        maxLength={512}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button type="submit">{texts.apply}</Button>
    </form>
  )
}
