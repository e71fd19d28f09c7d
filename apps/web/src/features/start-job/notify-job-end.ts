import { isTerminal } from '@millrace/contracts/job-states'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { filesIn, outputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'

/** Minimum time between the toasts, so that the one about the start can be read first. */
const AT_LEAST_MS = 1500
/** Duration of the toast about a failure. The dashboard and the list continue to show the failure. */
const FAILED_MS = 10_000

/** Functions that open the page of a job or of its result, by link code. */
export interface Openers {
  job: (details: string) => void
  result: (details: string) => void
}

/** Replaces the toast about a started job when the job completes or fails, unless the job's page is open by then. */
export function notifyJobEnd(queryClient: QueryClient, job: JobDocument, id: string, open: Openers): void {
  const href = selfHref(job)
  const startedAt = performance.now()
  const stop = new QueryObserver(queryClient, jobQueries.detail(href)).subscribe(({ data, isError }) => {
    if (isError) stop()
    if (!data || !isTerminal(data.properties.State)) return
    stop()
    // The job's own page already shows how the job ended.
    if (location.pathname.endsWith(`/${encodeLink(href)}`)) return
    setTimeout(() => tell(data, id, open), AT_LEAST_MS - (performance.now() - startedAt))
  })
}

function tell(job: JobDocument, id: string, open: Openers): void {
  const { Name, State, Cause } = job.properties
  const openJob = { label: texts.open, run: () => open.job(encodeLink(selfHref(job))) }
  if (State === 'Error') {
    toast.error(fill(texts.failed, Name), {
      id,
      durationMs: FAILED_MS,
      ...(Cause && { description: Cause }),
      action: openJob,
    })
    return
  }
  if (State !== 'Completed') return
  const [result, ...others] = outputSlots(job).flatMap(filesIn)
  if (!result || others.length > 0) toast.success(fill(texts.done, Name), { id, action: openJob })
  else {
    const run = () => open.result(encodeLink(selfHref(result)))
    toast.success(fill(texts.done, result.properties.Name), { id, action: { label: texts.open, run } })
  }
}
