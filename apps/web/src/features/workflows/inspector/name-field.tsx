import { useState } from 'react'
import { TextField } from '#components/ui/text-field.tsx'
import * as texts from './texts.ts'

interface NameFieldProps {
  label: string
  pointer?: string
  value: string
  taken: readonly string[]
  onChange: (name: string) => void
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/

/**
 * A field for an id or name within the workflow. A change is applied on blur or with Enter, because it also changes all
 * references.
 */
export function NameField({ label, pointer, value, taken, onChange }: NameFieldProps) {
  const [text, setText] = useState(value)
  const error = errorOf(text, value, taken)
  const save = () => {
    if (error === undefined && text !== value) onChange(text)
  }
  return (
    <TextField
      label={label}
      error={error}
      pointer={pointer}
      value={text}
      maxLength={100}
      spellCheck={false}
      inputClassName="font-mono text-xs"
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}

function errorOf(text: string, value: string, taken: readonly string[]): string | undefined {
  if (text === value) return undefined
  if (!NAME.test(text)) return texts.idInvalid
  return taken.includes(text) ? texts.alreadyTaken : undefined
}
