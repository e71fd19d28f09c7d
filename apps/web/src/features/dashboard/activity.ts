import type { WireJobState } from '@millrace/contracts/job-states'
import { combinedState } from '#lib/combined-state.ts'
import { sweepOf } from '#lib/fold-sweeps.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { Dashboard, JobDocument, WorkDataDocument } from './dashboard.queries.ts'

/** An entry of the recent activity. It is about a job, a sweep or a file. */
export interface DashboardEvent {
  at: string
  job?: JobDocument
  file?: WorkDataDocument
  /** Several jobs of it started, completed or failed; `job` is the last one. */
  sweep?: { id: string; state: WireJobState }
}

const SHOWN = 6

/**
 * What happened last, newest first: jobs that started, completed or failed, and uploads. Workflows and sweeps are listed
 * instead of their jobs. The parts of the dashboard are read one after another, so a job may be in several; the last counts.
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

/** One event for each sweep, in the place of its last one. */
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

/** A job that has not started yet did nothing. */
function timeOf({ properties: { CompletedAt, StartedAt } }: JobDocument): string | null {
  return CompletedAt ?? StartedAt
}

/** What an entry is about, which also identifies it. */
export function hrefOfEvent({ job, file }: DashboardEvent): string {
  return job ? selfHref(job) : file ? selfHref(file) : ''
}
