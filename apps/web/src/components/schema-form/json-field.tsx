import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'
import { TextArea } from '#components/ui/input.tsx'
import { useFieldScope } from './form-scope.ts'
import { readJson } from './json-text.ts'

/** Edits a value without a specific control as JSON. Invalid JSON stays in the field, and its fault is shown. */
export function JsonField({ formData, onChange, fieldPathId, disabled }: FieldProps) {
  const { control } = useFieldScope()
  const [draft, setDraft] = useState<string>()
  const read = draft === undefined ? undefined : readJson(draft)
  return (
    <>
      <TextArea
        {...control}
        aria-invalid={read?.fault ? true : control['aria-invalid']}
        className="font-mono text-xs/5"
        spellCheck={false}
        rows={3}
        disabled={disabled}
        value={draft ?? (formData === undefined ? '' : JSON.stringify(formData, null, 2))}
        onBlur={() => !read?.fault && setDraft(undefined)}
        onChange={({ target }) => {
          setDraft(target.value)
          const next = readJson(target.value)
          if (!next.fault) onChange(next.value, fieldPathId.path)
        }}
      />
      {read?.fault ? <p className="text-xs text-danger">{read.fault}</p> : null}
    </>
  )
}
