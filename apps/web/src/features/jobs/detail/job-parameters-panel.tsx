import { type JsonSchema, readSchema } from '@millrace/parameters/json-schema'
import { sameJson } from '@millrace/parameters/pointer'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { startingParameters } from '#components/schema-form/defaults.ts'
import { labelOf } from '#components/schema-form/field-kind.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { plural } from '#lib/format.ts'
import { parametersOf } from '#lib/job-facts.ts'
import { hrefOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

export interface ShownParameter {
  name: string
  label: string
  value: unknown
  unit: string | undefined
  changed: boolean
}

/** The parameters that a job used, defaults included, with the labels of its step's schema. */
export function useShownParameters(job: JobDocument): ShownParameter[] {
  const stepHref = hrefOf(job, 'SelectedProcessingStep')
  const { data: step } = useQuery({ ...processingStepQueries.detail(stepHref ?? ''), enabled: stepHref !== undefined })
  const schema = readSchema(step?.properties.ParameterSchema)
  const set = parametersOf(job.properties)
  const text = step?.properties.DefaultParameters
  const defaults = schema
    ? startingParameters(schema, text ? (JSON.parse(text) as Record<string, unknown>) : undefined)
    : undefined
  const value = { ...defaults, ...set }
  const order = Object.keys(schema?.properties ?? {})
  const names = [
    ...order.filter((name) => name in value),
    ...Object.keys(value).filter((name) => !order.includes(name)),
  ]
  return names.map((name) => {
    const field: JsonSchema = schema?.properties?.[name] ?? {}
    const changed = defaults !== undefined && !sameJson(value[name], defaults[name])
    return { name, label: labelOf(field, name), value: value[name], unit: field['x-unit'], changed }
  })
}

/** A value of a parameter in words. */
export function parameterWords({ value, unit }: ShownParameter): string {
  if (value === null || value === undefined) return 'not set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ') || 'none'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return unit ? `${text} ${unit}` : text
}

/** Everything the job was set to; what differs from the step's defaults carries a dot. */
export function JobParametersPanel({ job }: { job: JobDocument }) {
  const parameters = useShownParameters(job)
  if (parameters.length === 0) return <p className="p-6 text-md text-ink-2">No parameters were set.</p>
  return (
    <div className="p-6 phone:p-4">
      <div className="mb-2 flex items-center gap-3">
        <span className="text-ink-3">{changedWords(parameters)}</span>
        <span className="ml-auto">
          <CopyButton words label="Copy as JSON" text={JSON.stringify(parametersOf(job.properties), null, 2)} />
        </span>
      </div>
      <dl className="grid max-w-3xl grid-cols-[minmax(120px,240px)_minmax(0,1fr)]">
        {parameters.map((parameter) => (
          <div key={parameter.name} className="col-span-2 grid grid-cols-subgrid border-t border-line py-2">
            <dt className="min-w-0 pr-4">
              <span className="block truncate">{parameter.label}</span>
              <span className="mono-sm block truncate text-ink-3">{parameter.name}</span>
            </dt>
            <dd className={clsx('wrap-anywhere', !parameter.changed && 'text-ink-3')}>
              {parameterWords(parameter)}
              <span className={clsx('ml-2 text-xs', parameter.changed ? 'text-accent' : 'sr-only')}>
                {parameter.changed ? 'changed' : 'default'}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function changedWords(parameters: readonly ShownParameter[]): string {
  const changed = parameters.filter((parameter) => parameter.changed).length
  const count = plural(parameters.length, 'parameter')
  return changed === 0 ? `${count}, all defaults` : `${count}, ${changed} changed`
}
