import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { type JsonSchema, readSchema } from '@millrace/parameters/json-schema'
import { Download, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { FileTile } from '#components/ui/file-icon.tsx'
import { filesIn, outputSlots, slotTitle, type WorkDataDocument } from '#lib/job-facts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { FileLink } from '../components/links.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { JobWarnings } from './job-warnings.tsx'
import { inShownOrder, type ResultValue, resultValues, slotsBeforeValues } from './result-values.ts'
import * as texts from './texts.ts'
import { useStepOf } from './use-step-of.ts'

/** The parts of the results that other features render. */
export interface ResultViews {
  preview: (file: WorkDataDocument) => ReactNode
  json: (value: unknown) => ReactNode
}

/**
 * Shows the content of each result file, and the returned values, in the order that the step chose with `ShowFirst`.
 */
export function JobResultPanel({ job, views }: { job: JobDocument; views: ResultViews }) {
  const { Result } = job.properties
  const step = useStepOf(job)
  const first = step?.properties.ShowFirst ?? []
  const filled = outputSlots(job).filter((slot) => filesIn(slot).length > 0)
  const slots = inShownOrder(filled, (slot) => slot.properties.Name, first)
  const files = slots.flatMap((slot) => filesIn(slot).map((file) => ({ slot, file })))
  const value: unknown = Result === null ? undefined : JSON.parse(Result)
  const schema = readSchema(step?.properties.ReturnSchema)
  const isNothing = value === undefined || value === null
  const filesBefore = slotsBeforeValues(
    slots.map((slot) => slot.properties.Name),
    first,
    schema,
  )
  const shown = (part: typeof files) =>
    part.map(({ slot, file }) => (
      <ResultFile key={selfHref(file)} slot={slotTitle(slot)} file={file} isOnly={files.length === 1}>
        {views.preview(file)}
      </ResultFile>
    ))
  return (
    <div className="grid gap-6 p-6 phone:p-4">
      {job.properties.State === 'Completed' ? <JobWarnings job={job} /> : null}
      {shown(files.filter(({ slot }) => filesBefore.includes(slot.properties.Name)))}
      {isNothing ? null : <ReturnedValue value={value} schema={schema} json={views.json} />}
      {shown(files.filter(({ slot }) => !filesBefore.includes(slot.properties.Name)))}
      {slots.length === 0 && isNothing ? <p className="text-md text-ink-2">{texts.noFilesWritten}</p> : null}
    </div>
  )
}

interface ReturnedValueProps extends Pick<ResultViews, 'json'> {
  value: unknown
  schema: JsonSchema | undefined
}

function ReturnedValue({ value, schema, json }: ReturnedValueProps) {
  const figures = resultValues(value, schema)
  return (
    <section className="grid gap-2" aria-label={texts.returnedValue}>
      <h2 className="font-semibold">{texts.returned}</h2>
      {figures ? <ResultFigures figures={figures} /> : json(value)}
    </section>
  )
}

function ResultFigures({ figures }: { figures: readonly ResultValue[] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(({ name, label, text, unit }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-2">{label}</dt>
          <dd className="wrap-anywhere text-md font-medium">
            {text}
            {unit ? <span className="font-normal text-ink-2"> {unit}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ResultFileProps {
  slot: string
  file: WorkDataDocument
  /** Whether this is the only file. If so, the page's header has the button that starts a job with it. */
  isOnly: boolean
  children: ReactNode
}

function ResultFile({ slot, file, isOnly, children }: ResultFileProps) {
  const startJob = useStartJob()
  const { Name, MediaType, IsForeign, Tags } = file.properties
  const folder = Tags.find((tag) => tag.startsWith(FOLDER_KEY))?.slice(FOLDER_KEY.length)
  const download = hrefOf(file, 'Download')
  return (
    <section aria-label={Name} className="min-w-0 overflow-hidden rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 pr-4 pl-3">
        <FileTile mediaType={MediaType} />
        <div className="min-w-36 flex-1">
          {isOnly ? null : <div className="truncate text-xs text-ink-2">{folder ? `${slot} · ${folder}` : slot}</div>}
          <div className="font-medium">
            <FileLink file={file} />
          </div>
        </div>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {isOnly || IsForeign ? null : (
            <Button size="sm" icon={<Play />} onClick={() => startJob({ data: [selfHref(file)] })}>
              {texts.useAsInput}
            </Button>
          )}
          {download ? (
            <a href={download} download={Name} className={buttonClass({ size: 'sm', variant: 'quiet' })}>
              <Download />
              {texts.download}
            </a>
          ) : null}
        </span>
      </header>
      {children}
    </section>
  )
}
