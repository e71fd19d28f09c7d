import type { JsonSchema } from '@millrace/parameters/json-schema'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, FlaskConical } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { isReadAsTable, isText, previewQueries } from '#features/previews/previews.queries.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatTook, plural } from '#lib/format.ts'
import { filesIn, outputSlots, type SlotDocument, slotTitle, type WorkDataDocument } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { type Attempt, makeJob } from '#lib/make-job.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { blockedReason } from './start-footer.tsx'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'
import { withUploadedFiles } from './use-start-submit.ts'

const ROWS = 1000
const POLL_MS = 500

interface TrySampleProps {
  panel: StartPanel
  preview: (file: WorkDataDocument) => ReactNode
}

/** Runs the step on the first rows as a trial, and shows the result. */
export function TrySample({ panel, preview }: TrySampleProps) {
  const parameter = sampleParameter(panel.form.schema)
  const [href, setHref] = useState<string>()
  const queryClient = useQueryClient()
  const attempts = useRef<Attempt[]>([])
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: async (limit: string) => {
      const [first] = panel.jobs
      if (!first) return undefined
      const plan = await withUploadedFiles(first)
      const parameters = { ...plan.parameters, [limit]: ROWS }
      const name = fill(texts.tryNamed, plan.name).slice(0, 200)
      const sample = { ...plan, name, isTrial: true as const, tags: [], parameters }
      const root = await ensureRoot(queryClient, 'JobsRoot')
      return makeJob(root, sample, { attempts: attempts.current, start: true })
    },
    onSuccess: (job) => {
      attempts.current = []
      setHref(job && selfHref(job))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobQueries.all }),
  })
  const { data: job } = useQuery({
    ...jobQueries.detail(href ?? ''),
    enabled: href !== undefined,
    refetchInterval: (query) => (isOver(query.state.data) ? false : POLL_MS),
  })
  const allRows = useAllRows(panel)
  // Refreshes work data, because the files of an ended trial can be deleted again.
  const hasEnded = isOver(job)
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: ['work-data'] })
  }, [hasEnded, queryClient])
  if (!panel.step || parameter === undefined) return null
  const isRunning = start.isPending || (job !== undefined && !isOver(job))
  return (
    <section aria-label={texts.tryVerb} className="grid gap-3 border-line px-6 py-4 phone:border-t phone:px-4">
      <div>
        <BlockedButton
          size="sm"
          reason={blockedReason(panel)}
          working={isRunning}
          icon={<FlaskConical aria-hidden="true" />}
          onClick={() => start.mutate(parameter)}
        >
          {allRows === undefined ? texts.tryOnTheFirstRows : fill(texts.tryOnAllRows, plural(allRows, 'row'))}
        </BlockedButton>
      </div>
      {start.error ? (
        <p role="alert" className="text-danger">
          {start.error.message}
        </p>
      ) : null}
      {job && isOver(job) ? <TryResult job={job} preview={preview} rows={allRows} /> : null}
    </section>
  )
}

/** Returns the number of rows, if the step reads a single table that has no more rows than a trial reads. */
function useAllRows({ loaded: { documents }, data }: StartPanel): number | undefined {
  const [file] = documents
  const href =
    file && documents.length === 1 && data.length === 1 && isReadAsTable(file) ? hrefOf(file, 'Preview') : undefined
  const { data: table } = useQuery({ ...previewQueries.table(href ?? ''), enabled: href !== undefined })
  if (href === undefined || !table || isText(table)) return undefined
  const { TotalRows, TotalIsEstimated, Sheets = [] } = table.properties
  return TotalIsEstimated || Sheets.length > 1 || TotalRows > ROWS ? undefined : TotalRows
}

interface TryResultProps extends Pick<TrySampleProps, 'preview'> {
  job: JobDocument
  /** The number of rows of the table, if the trial read all of them. */
  rows: number | undefined
}

function TryResult({ job, preview, rows }: TryResultProps) {
  const { State, ErrorDescription, StartedAt, CompletedAt } = job.properties
  const slots = toRead(outputSlots(job).filter((slot) => filesIn(slot).length > 0))
  return (
    <div ref={scrollTo} role="status" className="grid scroll-mt-16 gap-3">
      {State === 'Completed' ? null : (
        <p className="rounded-lg bg-danger-soft px-3 py-2 wrap-anywhere">
          {ErrorDescription ?? texts.theJobWasCanceled}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {State === 'Completed' ? (
          <span className="flex items-center gap-1.5 font-medium text-success">
            <CircleCheck aria-hidden="true" />
            {rows === undefined ? texts.completedOnTheFirstRows : texts.completed}
            {StartedAt && CompletedAt ? ` in ${formatTook(Date.parse(CompletedAt) - Date.parse(StartedAt))}` : null}
          </span>
        ) : null}
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(selfHref(job)) }}
          className="font-medium text-accent hover:underline"
        >
          {texts.openJob}
        </Link>
      </p>
      {slots.map((slot) => {
        const [file] = filesIn(slot)
        return file ? (
          <figure key={slotTitle(slot)} className="grid gap-1">
            <figcaption className="text-xs text-ink-2">
              {rows !== undefined ? slotTitle(slot) : fill(texts.fromTheFirstRows, slotTitle(slot))}
            </figcaption>
            <div className="h-44 overflow-hidden has-[pre,[data-facts]]:h-auto has-[pre,[data-facts]]:max-h-56 rounded-lg has-[pre]:bg-sunken border border-line">
              {preview(file)}
            </div>
          </figure>
        ) : null
      })}
    </div>
  )
}

/** JSON that repeats a report in machine-readable form is left out, because it is available on the job's page. */
function toRead(slots: SlotDocument[]): SlotDocument[] {
  const isOf = (slot: SlotDocument, types: RegExp) =>
    filesIn(slot).some(({ properties }) => types.test(properties.MediaType))
  const hasReport = slots.some((slot) => isOf(slot, /^text\/(plain|html|markdown)/))
  return hasReport ? slots.filter((slot) => !isOf(slot, /^application\/json/)) : slots
}

/** The result would not be noticed below the form. */
function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
}

function isOver(job: JobDocument | undefined): boolean {
  return job !== undefined && ['Completed', 'Error', 'Canceled'].includes(job.properties.State)
}

/** Returns the name of the parameter that limits how many rows the step reads, if there is one. */
function sampleParameter(schema: JsonSchema | undefined): string | undefined {
  return Object.entries(schema?.properties ?? {}).find(([, field]) => field['x-sample-rows'])?.[0]
}
