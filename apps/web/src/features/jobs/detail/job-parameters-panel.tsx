import { readSchema } from '@millrace/parameters/json-schema'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { Parameters } from '#components/schema-form/defaults.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { plural } from '#lib/format.ts'
import { parametersOf } from '#lib/job-facts.ts'
import { hrefOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { parameterText, type ShownParameter, shownParameters } from './shown-parameters.ts'
import * as texts from './texts.ts'

/** Returns the parameters that a job used, including defaults, with the labels from its step's schema. */
export function useShownParameters(job: JobDocument): ShownParameter[] {
  const stepHref = hrefOf(job, 'SelectedProcessingStep')
  const { data: step } = useQuery({ ...processingStepQueries.detail(stepHref ?? ''), enabled: stepHref !== undefined })
  const text = step?.properties.DefaultParameters
  return shownParameters(
    readSchema(step?.properties.ParameterSchema),
    text ? (JSON.parse(text) as Parameters) : undefined,
    parametersOf(job.properties),
  )
}

/** Lists all parameters of the job. Those that differ from the step's defaults are marked with a dot. */
export function JobParametersPanel({ job }: { job: JobDocument }) {
  const parameters = useShownParameters(job)
  if (parameters.length === 0) return <p className="p-6 text-md text-ink-2">{texts.noParametersWereSet}</p>
  return (
    <div className="p-6 phone:p-4">
      <div className="mb-2 flex items-center gap-3">
        <span className="text-ink-3">{changedText(parameters)}</span>
        <span className="ml-auto">
          <CopyButton words label={texts.copyAsJson} text={JSON.stringify(parametersOf(job.properties), null, 2)} />
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
              <span className={parameter.isCode ? 'mono-sm whitespace-pre-wrap' : ''}>{parameterText(parameter)}</span>
              <span className={clsx('ml-2 text-xs', parameter.changed ? 'text-accent' : 'sr-only')}>
                {parameter.changed ? texts.changed : texts.defaultValue}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function changedText(parameters: readonly ShownParameter[]): string {
  const changed = parameters.filter((parameter) => parameter.changed).length
  const count = plural(parameters.length, 'parameter')
  return `${count} · ${changed === 0 ? texts.allDefaults.toLowerCase() : `${changed} changed`}`
}
