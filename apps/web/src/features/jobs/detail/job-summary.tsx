import { readSchema } from '@millrace/parameters/json-schema'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import type { PictureOf } from '#components/results/picture.ts'
import { buttonClass } from '#components/ui/button-class.ts'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { filesIn, inputSlots, outputSlots, slotTitle, type WorkDataDocument } from '#lib/job-facts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { FileLink } from '../components/links.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { useShownParameters } from './job-parameters-panel.tsx'
import { inShownOrder, resultValues } from './result-values.ts'
import { parameterText } from './shown-parameters.ts'
import * as texts from './texts.ts'
import { useStepOf } from './use-step-of.ts'

const SHOWN_RESULTS = 3

interface JobSummaryProps {
  job: JobDocument
  /** If undefined, the results are listed without thumbnails. */
  Picture: PictureOf | undefined
}

/** Summary of a job for a side panel: its inputs, its results, and its changed parameters. */
export function JobSummary({ job, Picture }: JobSummaryProps) {
  return (
    <>
      <Inputs job={job} />
      <Results job={job} Picture={Picture} />
      <Parameters job={job} />
    </>
  )
}

function Results({ job, Picture }: JobSummaryProps) {
  const { Result } = job.properties
  const step = useStepOf(job)
  const slots = inShownOrder(outputSlots(job), (slot) => slot.properties.Name, step?.properties.ShowFirst ?? [])
  const files = slots.flatMap(filesIn)
  const value: unknown = Result === null ? undefined : JSON.parse(Result)
  const figures = resultValues(value, readSchema(step?.properties.ReturnSchema)) ?? []
  if (files.length === 0 && figures.length === 0) return null
  return (
    <InspectorSection title={texts.output}>
      <ul className={clsx('grid grid-cols-1', Picture ? 'mt-2 gap-3' : 'gap-1.5')}>
        {files.slice(0, SHOWN_RESULTS).map((file) => (
          <li key={selfHref(file)}>
            <ResultFile file={file} Picture={Picture} />
          </li>
        ))}
      </ul>
      {figures.length > 0 ? (
        <div className="mt-3 grid gap-1">
          <p className="text-xs text-ink-2">{texts.returned}</p>
          <Facts facts={figures.map(({ label, text, unit }) => [label, unit ? `${text} ${unit}` : text])} />
        </div>
      ) : null}
    </InspectorSection>
  )
}

function ResultFile({ file, Picture }: { file: WorkDataDocument; Picture: PictureOf | undefined }) {
  if (!Picture) return <FileLine file={file} />
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <div className="h-[120px] overflow-hidden border-b border-line" aria-hidden="true">
        <Picture data={file} size="card" />
      </div>
      <div className="py-1 pr-1.5 pl-3">
        <FileLine file={file} />
      </div>
    </div>
  )
}

function FileLine({ file }: { file: WorkDataDocument }) {
  const { Name, MediaType, SizeInBytes } = file.properties
  const download = hrefOf(file, 'Download')
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <FileIcon mediaType={MediaType} />
      <span className="min-w-0 flex-1">
        <FileLink file={file} />
      </span>
      <span className="flex-none text-xs text-ink-3">{formatBytes(SizeInBytes)}</span>
      {download ? (
        <a
          href={download}
          download={Name}
          title={texts.download}
          aria-label={fill(texts.downloadNamed, Name)}
          className={buttonClass({ size: 'sm', variant: 'quiet', square: true })}
        >
          <Download />
        </a>
      ) : null}
    </span>
  )
}

function Inputs({ job }: { job: JobDocument }) {
  const filled = inputSlots(job).filter((slot) => filesIn(slot).length > 0)
  if (filled.length === 0) return null
  return (
    <InspectorSection title={texts.input}>
      <ul className="grid gap-1.5">
        {filled.map((slot) => (
          <li key={slot.properties.Name} className="grid">
            {filled.length > 1 ? <span className="truncate text-xs text-ink-3">{slotTitle(slot)}</span> : null}
            {filesIn(slot).map((file) => (
              <FileLine key={selfHref(file)} file={file} />
            ))}
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

function Parameters({ job }: { job: JobDocument }) {
  const parameters = useShownParameters(job)
  const changed = parameters.filter((parameter) => parameter.changed)
  if (parameters.length === 0) return null
  return (
    <InspectorSection title={texts.parameters}>
      {changed.length > 0 ? (
        <Facts
          facts={changed.map((parameter) => [
            parameter.label,
            <span key={parameter.name} className={parameter.isCode ? 'mono-sm' : ''}>
              {parameterText(parameter)}
            </span>,
          ])}
        />
      ) : null}
      {changed.length < parameters.length ? (
        <p className="mt-1.5 text-ink-3">
          {changed.length > 0
            ? fill(texts.restDefaults, plural(parameters.length - changed.length, 'other parameter'))
            : texts.allDefaults}
        </p>
      ) : null}
    </InspectorSection>
  )
}
