import type { JobQueryParameters } from '@millrace/contracts/jobs'
import type { SortKey } from '@millrace/db/keyset'
import { includes } from '@millrace/db/like'
import { type ListSource, SAMPLED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job, jobListing } from '@millrace/db/schema/jobs'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { OwnerFilter } from '#access/scope.ts'
import {
  hasTab,
  type JobConditions,
  jobConditions,
  listingConditions,
  listingOfJob,
  NEEDS_ATTENTION,
  NEEDY_STATES,
  ofTab,
  statesOf,
} from './job-conditions.store.ts'

/*
 * Chooses the source of a list of jobs so that, if possible, an index has the jobs in the requested order. The indexes
 * of `job_listing` have all jobs by name and by creation. The indexes of `job` have the jobs in one state, of one step
 * or of one worker by creation, and all jobs by completion.
 */

type Sort = JobQueryParameters['SortBy']

interface OrderedSource {
  source: ListSource
  keys: SortKey[]
}

/** Returns SQL for the jobs that a filter finds, in the requested order. */
export function ordered(ownerId: OwnerFilter, filter: JobConditions, sort: Sort): OrderedSource {
  if (filter.among) {
    const { from, where } = unordered(ownerId, filter)
    return orderedAmong(sql`select ${job.id} from ${from} where ${where}`, sort)
  }
  const { by, descending } = sortOf(sort)
  if (by === 'CreatedAt' && (hasIndexByCreation(ownerId, filter) || hasTab(filter))) {
    return { source: byCreation(ownerId, filter), keys: KEYS.CreatedAt(descending) }
  }
  const jobs = unordered(ownerId, filter)
  if (by === 'CompletedAt') return { source: jobs, keys: KEYS.CompletedAt(descending) }
  const listing = listingConditions(ownerId, filter, by === 'Name' ? includesName : undefined)
  const source = listing
    ? { from: sql`${jobListing}`, where: listing, id: jobListing.jobId }
    : { from: sql`${job}, ${jobListing}`, where: and(listingOfJob(ownerId), jobs.where), id: jobListing.jobId }
  if (by === 'CreatedAt') return { source, keys: keysByCreation(jobListing.createdAt, jobListing.jobId, descending) }
  return { source, keys: KEYS.Name(descending) }
}

/**
 * Returns the condition that a job's name contains this text. The index by name contains the names, but not the
 * lowercase names. Searching those would read rows of the table: for a word in 62,000 names, an administrator's page
 * would take 94 instead of 15 ms of CPU.
 */
function includesName(part: string): SQL {
  return includes(sql`${jobListing.name}`, part)
}

/**
 * Returns SQL for the jobs with the selected ids, in the requested order. The jobs are collected before they are
 * sorted. Without OFFSET, the planner may instead search an index that has all jobs in that order.
 */
export function orderedAmong(ids: SQL, sort: Sort): OrderedSource {
  const { by, descending } = sortOf(sort)
  const [table, id] = by === 'Name' ? [jobListing, jobListing.jobId] : [job, job.id]
  const from = sql`(select * from ${table} where ${id} = any(array(${ids})) offset 0) as ${table}`
  return { source: { from, where: undefined, id }, keys: KEYS[by](descending) }
}

/** Like `orderedAmong`, for jobs whose names have already been read into `named`. */
export function orderedByKnownName(ids: SQL, sort: Sort): OrderedSource {
  const id = jobListing.jobId
  const source = { from: sql`named as ${jobListing}`, where: sql`${id} in (${ids})`, id }
  return { source, keys: KEYS.Name(sortOf(sort).descending) }
}

export function unordered(ownerId: OwnerFilter, filter: JobConditions): ListSource {
  return { from: sql`${job}`, where: and(jobConditions(ownerId, filter), ofTab(filter)), id: job.id }
}

/**
 * Selects up to SAMPLED of the jobs that the filter finds. Each condition of NEEDS_ATTENTION has its own limit, so an
 * index is read in order. With a common limit, the planner would first collect all jobs that meet any of the
 * conditions: 21 instead of 12 ms of CPU for an administrator’s list of the sub-jobs that need attention.
 */
export function sampleOf(ownerId: OwnerFilter, filter: JobConditions, columns: SQL): SQL {
  const { where } = unordered(ownerId, { ...filter, NeedsYou: false })
  const kinds = filter.NeedsYou ? NEEDS_ATTENTION : [undefined]
  const limit = sql`limit ${literal(SAMPLED)}`
  const jobs = kinds.map((kind) => sql`(select ${columns} from ${job} where ${and(where, kind) ?? sql`true`} ${limit})`)
  return sql`select * from (${sql.join(jobs, sql` union all `)}) as ${job} ${limit}`
}

/**
 * Selects jobs for counting. They are read from the table of listings, unless the filter uses other columns of `job` or
 * an index of `job` finds them.
 */
export function countable(ownerId: OwnerFilter, filter: JobConditions): ListSource {
  const where = hasIndex(filter) ? undefined : listingConditions(ownerId, filter)
  return where ? { from: sql`${jobListing}`, where, id: jobListing.jobId } : unordered(ownerId, filter)
}

/** Returns sort keys, with columns of `job`, for a list in order of creation. Undefined for other orders. */
export function creationOrder(sort: Sort): SortKey[] | undefined {
  const { by, descending } = sortOf(sort)
  return by === 'CreatedAt' ? KEYS.CreatedAt(descending) : undefined
}

/** By default, the newest jobs come first. */
function sortOf(sort: Sort) {
  const property = sort?.SortType === 'None' ? undefined : sort?.PropertyName
  const by: keyof typeof KEYS = property === 'Name' || property === 'CompletedAt' ? property : 'CreatedAt'
  return { by, descending: !property || sort?.SortType === 'Descending' }
}

function keysByCreation(createdAt: AnyPgColumn, id: AnyPgColumn, descending: boolean): SortKey[] {
  return [
    { by: createdAt, kind: 'instant', descending },
    { by: id, kind: 'uuid', descending },
  ]
}

const KEYS = {
  Name: (descending: boolean): SortKey[] => [
    { by: sql`${jobListing.name} collate "natural"`, kind: 'text', descending },
    { by: jobListing.jobId, kind: 'uuid', descending },
  ],
  CreatedAt: (descending: boolean) => keysByCreation(job.createdAt, job.id, descending),
  CompletedAt: (descending: boolean): SortKey[] => [
    { by: job.completedAt, kind: 'instant', descending, nullable: true },
    { by: job.id, kind: 'uuid', descending },
  ],
}

/**
 * Merges the jobs of several states, because an index has the jobs of each state in order of creation. If another index
 * finds the jobs regardless of state, nothing is merged.
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

/** Whether an index of `job` finds the filter’s jobs regardless of their states. */
function hasIndex({ among, stepId, WorkerId, parentId, IsSubJob }: JobConditions): boolean {
  return Boolean(among || stepId || WorkerId || parentId || IsSubJob)
}

/**
 * Whether an index of `job` has the filter’s jobs in order of creation. The index of sub-jobs has that order only for
 * one owner.
 */
export function hasIndexByCreation(ownerId: OwnerFilter, filter: JobConditions): boolean {
  return hasIndex(ownerId ? filter : { ...filter, IsSubJob: undefined })
}
