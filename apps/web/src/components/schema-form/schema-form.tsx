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

/** Loaded when a form is first shown, because rjsf is larger than the rest of the page. */
const RenderedForm = lazy(loadForm)

interface SchemaFormProps {
  form: ParameterForm
  /** What the user searched for to find the step. The group of fields that matches it best is initially open. */
  sought?: string
}

/** Edits the parameters of a step in a form, or as JSON. Create `form` with `useParameterForm`. */
export function SchemaForm({ form, sought = '' }: SchemaFormProps) {
  function touchField({ target }: FocusEvent<HTMLElement>) {
    const field = target.closest<HTMLElement>('[data-pointer]')
    if (field?.dataset.pointer) form.touch(field.dataset.pointer)
  }

  if (!form.schema) return null
  return (
    <form id={form.id} className="@container/form" onSubmit={(event) => event.preventDefault()} onBlur={touchField}>
      {form.mode === 'json' ? (
        <JsonEditor key={form.revision} form={form} />
      ) : (
        <Suspense
          fallback={
            <FormSkeleton label={texts.loadingForm} fields={Object.keys(form.schema.properties ?? {}).length} />
          }
        >
          <RenderedForm form={form} schema={form.schema} sought={sought} />
        </Suspense>
      )}
    </form>
  )
}

/** Switches between the form and the JSON editor. */
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

/** Shows the number of problems and the names of up to three affected fields. Each name links to its field. */
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

function placeOf(schema: JsonSchema, { pointer, message }: Fault): string {
  const line = pointer === '' ? /^Line \d+/.exec(message)?.[0] : undefined
  return line ? fill(texts.ofTheJson, line.toLowerCase()) : labelAt(schema, pointer)
}
