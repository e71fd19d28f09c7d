import type { JobQueryParameters } from '@millrace/contracts/jobs'
import type { SortKey } from '@millrace/db/keyset'
import type { ListSource } from '@millrace/db/lists'
import { job, jobListing } from '@millrace/db/schema/jobs'
import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerFilter } from '#access/scope.ts'
import {
  hasTab,
  type JobConditions,
  jobConditions,
  listingConditions,
  listingOfJob,
  NEEDY_STATES,
  ofTab,
  statesOf,
} from './job-conditions.store.ts'

/*
 * The order of a list, and the indexes that have it. Those of `job_listing` have all jobs by name and by creation. Those of
 * `job` have the jobs in one state, of one step, of one worker and so on by creation, and all of them by completion.
 */

type Sort = JobQueryParameters['SortBy']

/** Where a list is read in its order. */
interface OrderedSource {
  source: ListSource
  keys: SortKey[]
}

/** The jobs that a filter finds, in the order that was asked for. */
export function ordered(ownerId: OwnerFilter, filter: JobConditions, sort: Sort): OrderedSource {
  const { by, descending } = sortOf(sort)
  if (by === 'CreatedAt' && (hasIndexByCreation(ownerId, filter) || hasTab(filter))) {
    return { source: byCreation(ownerId, filter), keys: keysByCreation(job.createdAt, job.id, descending) }
  }
  const jobs = unordered(ownerId, filter)
  if (by === 'CompletedAt') {
    const completed: SortKey = { by: job.completedAt, kind: 'instant', descending, nullable: true }
    return { source: jobs, keys: [completed, { by: job.id, kind: 'uuid', descending }] }
  }
  const listing = listingConditions(ownerId, filter)
  const source = listing
    ? { from: sql`${jobListing}`, where: listing, id: jobListing.jobId }
    : { from: sql`${job}, ${jobListing}`, where: and(listingOfJob(ownerId), jobs.where), id: jobListing.jobId }
  if (by === 'CreatedAt') return { source, keys: keysByCreation(jobListing.createdAt, jobListing.jobId, descending) }
  const name: SortKey = { by: sql`${jobListing.name} collate "natural"`, kind: 'text', descending }
  return { source, keys: [name, { by: jobListing.jobId, kind: 'uuid', descending }] }
}

/** The jobs that a filter finds. */
export function unordered(ownerId: OwnerFilter, filter: JobConditions): ListSource {
  return { from: sql`${job}`, where: and(jobConditions(ownerId, filter), ofTab(filter)), id: job.id }
}

/** The same for counting, which needs no columns: the table of listings, if it suffices. */
export function countable(ownerId: OwnerFilter, filter: JobConditions): ListSource {
  const where = hasIndex(filter) ? undefined : listingConditions(ownerId, filter)
  return where ? { from: sql`${jobListing}`, where, id: jobListing.jobId } : unordered(ownerId, filter)
}

/** The keys of a list in the order of creation, if the columns are those of `job`. Undefined if it has another order. */
export function creationOrder(sort: Sort): SortKey[] | undefined {
  const { by, descending } = sortOf(sort)
  return by === 'CreatedAt' ? keysByCreation(job.createdAt, job.id, descending) : undefined
}

/** The newest jobs come first, unless another order was asked for. */
function sortOf(sort: Sort) {
  const property = sort?.SortType === 'None' ? undefined : sort?.PropertyName
  return {
    by: property === 'Name' || property === 'CompletedAt' ? property : 'CreatedAt',
    descending: !property || sort?.SortType === 'Descending',
  }
}

function keysByCreation(createdAt: AnyPgColumn, id: AnyPgColumn, descending: boolean): SortKey[] {
  return [
    { by: createdAt, kind: 'instant', descending },
    { by: id, kind: 'uuid', descending },
  ]
}

/**
 * Jobs in one of several states are merged, because an index has those in each state in the order of creation, unless the
 * filter finds them in an index of their own.
 */
function byCreation(ownerId: OwnerFilter, filter: JobConditions): ListSource {
  const states = [...new Set(statesOf(filter))]
  if (filter.NeedsYou) {
    const parts = NEEDY_STATES.map(([state, kind]) => sql`${job.state} = ${state} and ${kind}`)
    return { ...unordered(ownerId, { ...filter, NeedsYou: false }), parts }
  }
  const parts = hasIndex(filter) || states.length < 2 ? undefined : states.map((state) => eq(job.state, state))
  return { ...unordered(ownerId, filter), parts }
}

/** Whether an index of `job` has what a filter finds, whatever its state. */
function hasIndex({ among, stepId, WorkerId, parentId, IsSubJob }: JobConditions): boolean {
  return Boolean(among || stepId || WorkerId || parentId || IsSubJob)
}

/** Whether an index of `job` has what a filter finds in the order of creation. The index of sub-jobs has this order for one owner only. */
export function hasIndexByCreation(ownerId: OwnerFilter, filter: JobConditions): boolean {
  return hasIndex(ownerId ? filter : { ...filter, IsSubJob: undefined })
}
