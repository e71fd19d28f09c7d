import type { Fault } from '@millrace/contracts/problems'
import { isRecord } from '@millrace/parameters/pointer'
import { useState } from 'react'
import { TextArea } from '#components/ui/input.tsx'
import { FieldNote } from './field-parts.tsx'
import { readJson } from './json-text.ts'
import { labelAt } from './label-at.ts'
import * as texts from './texts.ts'
import type { ParameterForm } from './use-parameter-form.ts'

/** Edits parameters as JSON. Text that isn’t a JSON object stays, and prevents a start until it is fixed. */
export function JsonEditor({ form }: { form: ParameterForm }) {
  const [text, setText] = useState(() => form.unread?.text ?? JSON.stringify(form.value, null, 2))

  function change(next: string) {
    setText(next)
    const read = readJson(next)
    const fault = read.fault ?? (isRecord(read.value ?? {}) ? undefined : texts.parametersMustBeAnObject)
    form.keepUnread(fault === undefined ? undefined : { text: next, fault })
    if (fault === undefined) form.onChange(isRecord(read.value) ? read.value : {})
  }

  const notes = form.unread ? [form.unread.fault] : form.faults.map((fault) => noteOf(form, fault))
  return (
    <div className="grid gap-1">
      <TextArea
        aria-label={texts.parametersAsJson}
        aria-invalid={notes.length > 0}
        aria-describedby={`${form.id}-json-notes`}
        className="bg-sunken! font-mono text-xs/5"
        spellCheck={false}
        rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <div id={`${form.id}-json-notes`} className="grid gap-1">
        {notes.slice(0, MOST_NOTES).map((note, at) => (
          <FieldNote key={note} id={`${form.id}-json-note-${at}`} fault={note} help={undefined} />
        ))}
      </div>
    </div>
  )
}

const MOST_NOTES = 8

function noteOf({ schema }: ParameterForm, { pointer, message }: Fault): string {
  return schema ? `${labelAt(schema, pointer)}: ${message}` : message
}
