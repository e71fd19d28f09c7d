import type { Fault } from '@millrace/contracts/problems'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { type FocusEvent, lazy, Suspense } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { loadForm } from './form-module.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { JsonEditor } from './json-editor.tsx'
import { labelAt } from './label-at.ts'
import * as texts from './texts.ts'
import type { FormMode, ParameterForm } from './use-parameter-form.ts'

/** Loaded when a form is first shown: rjsf is larger than the rest of the page. */
const RenderedForm = lazy(loadForm)

interface SchemaFormProps {
  form: ParameterForm
  disabled?: boolean
  /** What the user searched for to find the step. The group of fields that matches most of it is open at first. */
  sought?: string
}

/** The parameters of a step as a form, or as JSON. Make `form` with `useParameterForm`. */
export function SchemaForm({ form, disabled = false, sought = '' }: SchemaFormProps) {
  function touchField({ target }: FocusEvent<HTMLElement>) {
    const field = target.closest<HTMLElement>('[data-pointer]')
    if (field?.dataset.pointer) form.touch(field.dataset.pointer)
  }

  if (!form.schema) return null
  return (
    <form id={form.id} className="@container/form" onSubmit={(event) => event.preventDefault()} onBlur={touchField}>
      {form.mode === 'json' ? (
        <JsonEditor key={form.revision} form={form} disabled={disabled} />
      ) : (
        <Suspense
          fallback={
            <FormSkeleton label={texts.loadingForm} fields={Object.keys(form.schema.properties ?? {}).length} />
          }
        >
          <RenderedForm form={form} schema={form.schema} disabled={disabled} sought={sought} />
        </Suspense>
      )}
    </form>
  )
}

/** Switches between the form and its text. */
export function FormModeSwitch({ form }: { form: ParameterForm }) {
  return (
    <Segmented<FormMode>
      label={texts.showParametersAs}
      size="sm"
      className="w-33"
      value={form.mode}
      onChange={form.setMode}
      choices={[
        { value: 'form', label: texts.form },
        { value: 'json', label: 'JSON' },
      ]}
    />
  )
}

/** How many problems there are and where; each name leads to its field. */
export function ProblemSummary({ form }: { form: ParameterForm }) {
  const { schema, faults } = form
  if (!schema || faults.length === 0) return null
  return (
    <p role="status" className="min-w-0 truncate text-ink-2">
      <span className="font-medium text-danger">{plural(faults.length, 'problem')}</span>
      {': '}
      {faults.slice(0, 3).map((fault, index) => (
        <span key={fault.pointer}>
          {index > 0 ? ', ' : ''}
          <button
            type="button"
            className="font-medium text-accent hover:underline"
            onClick={() => form.jumpTo(fault.pointer)}
          >
            {placeOf(schema, fault)}
          </button>
        </span>
      ))}
      {faults.length > 3 ? ` and ${faults.length - 3} more` : ''}
    </p>
  )
}

/** What a problem concerns: a field, or a line of text that isn’t JSON. */
function placeOf(schema: JsonSchema, { pointer, message }: Fault): string {
  const line = pointer === '' ? /^Line \d+/.exec(message)?.[0] : undefined
  return line ? fill(texts.ofTheJson, line.toLowerCase()) : labelAt(schema, pointer)
}
