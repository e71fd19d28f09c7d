import { hrefOf, selfHref } from '#lib/siren.ts'
import type { Dashboard, JobDocument, WorkDataDocument } from './dashboard.queries.ts'

export interface DashboardEvent {
  at: string
  job?: JobDocument
  file?: WorkDataDocument
}

const SHOWN = 6

/**
 * What happened last, newest first: jobs that started, completed or failed, and uploads. A workflow stands for its jobs. A
 * job may be in several parts, which are read one after another; the last one counts.
 */
export function activityOf({ moving, recent, needsYou, uploads }: Dashboard): DashboardEvent[] {
  const known = [...moving, ...needsYou, ...recent].filter((job) => hrefOf(job, 'ParentJob') === undefined)
  const jobs = [...new Map(known.map((job) => [selfHref(job), job])).values()].map((job) => ({ job, at: timeOf(job) }))
  const files = uploads.map((file) => ({ file, at: file.properties.CreatedAt }))
  return [...jobs, ...files]
    .flatMap((event) => (event.at === null ? [] : [{ ...event, at: event.at }]))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, SHOWN)
}

/** A job that has not started yet did nothing. */
function timeOf({ properties: { CompletedAt, StartedAt } }: JobDocument): string | null {
  return CompletedAt ?? StartedAt
}

/** What an entry is about, which also identifies it. */
export function hrefOfEvent({ job, file }: DashboardEvent): string {
  return job ? selfHref(job) : file ? selfHref(file) : ''
}
