import { useEffect, useState } from 'react'
import { TextArea } from '#components/ui/input.tsx'
import { FieldNote } from './field-parts.tsx'
import { isRecord } from './json-schema.ts'
import { readJson } from './json-text.ts'
import { labelAt } from './label-at.ts'
import type { ParameterForm } from './use-parameter-form.ts'

/** The same parameters as text. Text that is no object yet stays here and blocks the start. */
export function JsonEditor({ form, disabled }: { form: ParameterForm; disabled: boolean }) {
  const [text, setText] = useState(() => JSON.stringify(form.value, null, 2))
  const [fault, setFault] = useState<string>()
  const { setTextFault } = form
  useEffect(() => () => setTextFault(undefined), [setTextFault])

  function change(next: string) {
    setText(next)
    const read = readJson(next)
    const wrong = read.fault ?? (isRecord(read.value ?? {}) ? undefined : 'The parameters have to be an object: { … }.')
    setFault(wrong)
    setTextFault(wrong)
    if (wrong === undefined) form.onChange(isRecord(read.value) ? read.value : {})
  }

  const [first] = form.faults
  const note = fault ?? (first && form.schema ? `${labelAt(form.schema, first.pointer)}: ${first.message}` : undefined)
  return (
    <div className="grid gap-1">
      <TextArea
        aria-label="Parameters as JSON"
        aria-invalid={note !== undefined}
        aria-describedby={`${form.id}-json-note`}
        className="bg-sunken! font-mono text-xs/5"
        spellCheck={false}
        rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
        disabled={disabled}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <FieldNote id={`${form.id}-json-note`} fault={note} help={undefined} />
    </div>
  )
}
