import type { WireJobState } from '@millrace/contracts/job-states'
import { combinedState } from '#lib/combined-state.ts'
import { sweepOf } from '#lib/fold-sweeps.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { Dashboard, JobDocument, WorkDataDocument } from './dashboard.queries.ts'

/** An entry of the recent activity, about a job, a sweep or a file. */
export interface DashboardEvent {
  at: string
  job?: JobDocument
  file?: WorkDataDocument
  /** Set if several jobs of a sweep started, completed or failed. `job` is then the latest of them. */
  sweep?: { id: string; state: WireJobState }
}

const SHOWN = 6

/**
 * Returns up to `SHOWN` recent events, newest first: jobs that started, completed or failed, and uploads. Workflows and
 * sweeps are listed instead of their jobs. The server reads the parts of the dashboard one after another, so a job may
 * be in several parts. The last occurrence is used.
 */
export function activityOf({ moving, recent, needsYou, uploads }: Dashboard): DashboardEvent[] {
  const known = [...moving, ...needsYou, ...recent].filter((job) => hrefOf(job, 'ParentJob') === undefined)
  const jobs = [...new Map(known.map((job) => [selfHref(job), job])).values()].map((job) => ({ job, at: timeOf(job) }))
  const files = uploads.map((file) => ({ file, at: file.properties.CreatedAt }))
  const events = [...jobs, ...files]
    .flatMap((event): DashboardEvent[] => (event.at === null ? [] : [{ ...event, at: event.at }]))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return withSweeps(events).slice(0, SHOWN)
}

/** Merges the events of each sweep into one, at the position of the latest. */
function withSweeps(events: readonly DashboardEvent[]): DashboardEvent[] {
  const sweeps = Map.groupBy(events, ({ job }) => job && sweepOf(job))
  return events.flatMap((event) => {
    const id = event.job && sweepOf(event.job)
    const all = id === undefined ? [] : (sweeps.get(id) ?? [])
    if (id === undefined || all.length < 2) return [event]
    const states = all.flatMap(({ job }) => job?.properties.State ?? [])
    return event === all[0] ? [{ ...event, sweep: { id, state: combinedState(states) } }] : []
  })
}

function timeOf({ properties: { CompletedAt, StartedAt } }: JobDocument): string | null {
  return CompletedAt ?? StartedAt
}

/** Returns the URL of what an entry is about, which also identifies the entry. */
export function hrefOfEvent({ job, file }: DashboardEvent): string {
  return job ? selfHref(job) : file ? selfHref(file) : ''
}
