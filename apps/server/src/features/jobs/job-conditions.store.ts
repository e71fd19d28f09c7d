import type { JobState } from '@millrace/contracts/job-states'
import type { AdminJobFilter } from '@millrace/contracts/jobs'
import { firstAfter } from '@millrace/db/instants'
import { lowercaseContains, type SearchedText } from '@millrace/db/like'
import { COUNTED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job, jobInput, jobListing } from '@millrace/db/schema/jobs'
import { executionNode, executionRun } from '@millrace/db/schema/workflows'
import {
  type FoundResources,
  type TagFilter,
  type Tagged,
  tagConditions,
  taggedResources,
} from '@millrace/db/tag-conditions'
import { IS_ABANDONED_TRIAL } from '@millrace/db/used-as-input'
import { and, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import { hasLogged, hasParameter } from './job-content.store.ts'

/** The properties of a request's filter that stores receive in a different form or not at all. */
type Replaced =
  | 'WorkDataUrl'
  | 'ProcessingStepUrl'
  | 'ParentJobUrl'
  | 'UserUrl'
  | 'ActionTemplateUrl'
  | 'Folder'
  | 'TagQueryExpression'

/** The filter as the stores use it, with ids instead of URLs. */
export interface JobConditions extends Omit<AdminJobFilter, Replaced | keyof TagFilter>, TagFilter {
  workDataId?: string
  stepId?: string
  parentId?: string
  /**
   * The ids of all jobs that the filter finds, in all tabs, if they are known. These ids replace all conditions except
   * the conditions of the tab.
   */
  among?: string[] | undefined
  /** Groups of jobs that are left out of the tab. */
  except?: readonly JobCause[]
  isImpossible?: boolean
}

/** What the jobs of a group have in common. */
export interface JobCause {
  stepId: string
  state: JobState
  cause: string
}

const NAME: SearchedText = { lowercase: jobListing.lowercaseName, compact: jobListing.compactName }

const TAGGED_JOB = { kind: 'Job', id: job.id } satisfies Tagged
const TAGGED_LISTING = { kind: 'Job', id: jobListing.jobId } satisfies Tagged

/** Returns the condition that joins jobs to their listings. */
export function listingOfJob(ownerId: OwnerFilter): SQL | undefined {
  return and(eq(jobListing.jobId, job.id), ownerId === undefined ? undefined : eq(jobListing.ownerId, ownerId))
}

/** Returns all conditions of a filter except those that differ between tabs. */
export function jobConditions(ownerId: OwnerFilter, filter: JobConditions): SQL | undefined {
  const owned = ownerId === undefined ? undefined : eq(job.ownerId, ownerId)
  if (filter.among) return and(owned, sql`${job.id} = any(${sql.param(filter.among)}::uuid[])`)
  return and(
    owned,
    filter.isImpossible ? sql`false` : undefined,
    filter.WorkerId ? eq(job.worker, filter.WorkerId) : undefined,
    filter.Name ? isNamed(ownerId, filter.Name) : undefined,
    filter.ShowHidden ? undefined : not(job.hidden),
    filter.WithoutTrials ? sql`not ${IS_ABANDONED_TRIAL}` : undefined,
    filter.Cause ? eq(job.cause, filter.Cause) : undefined,
    filter.Parameter ? hasParameter(filter.Parameter) : undefined,
    filter.Log ? hasLogged(filter.Log) : undefined,
    filter.stepId ? eq(job.stepId, filter.stepId) : undefined,
    filter.parentId ? eq(job.parentId, filter.parentId) : undefined,
    filter.NodeId ? isOfNode(filter.NodeId) : undefined,
    filter.workDataId ? uses(filter.workDataId) : undefined,
    filter.IsSubJob == null ? undefined : filter.IsSubJob ? isNotNull(job.parentId) : isNull(job.parentId),
    tagConditions(TAGGED_JOB, ownerId, filter),
    filter.CreatedAfter ? gte(job.createdAt, firstAfter(filter.CreatedAfter)) : undefined,
    filter.CreatedBefore ? lt(job.createdAt, new Date(filter.CreatedBefore)) : undefined,
  )
}

/**
 * Returns the same conditions as `jobConditions`, but on columns of the table of listings, so that a list ordered by
 * name or creation can be read from an index. Undefined if the filter uses other columns of jobs.
 */
export function listingConditions(
  ownerId: OwnerFilter,
  filter: JobConditions,
  named = (part: string) => lowercaseContains(NAME, part),
): SQL | undefined {
  const { TagsByAnd, TagsByOr, tagQuery, among, ...untagged } = filter
  const { Name, ShowHidden, WithoutTrials, IsSubJob, parentId, CreatedAfter, CreatedBefore, ...others } = untagged
  const owned = ownerId === undefined ? sql`true` : eq(jobListing.ownerId, ownerId)
  if (among || Object.values(others).some(restricts)) return undefined
  return and(
    owned,
    tagConditions(TAGGED_LISTING, ownerId, filter),
    Name ? named(Name) : undefined,
    ShowHidden ? undefined : not(jobListing.hidden),
    WithoutTrials && ShowHidden ? not(IS_ABANDONED_TRIAL_LISTED) : undefined,
    parentId ? eq(jobListing.parentId, parentId) : undefined,
    IsSubJob == null ? undefined : IsSubJob ? isNotNull(jobListing.parentId) : isNull(jobListing.parentId),
    CreatedAfter ? gte(jobListing.createdAt, firstAfter(CreatedAfter)) : undefined,
    CreatedBefore ? lt(jobListing.createdAt, new Date(CreatedBefore)) : undefined,
  )
}

/**
 * Selects abandoned trial runs by their state in `job`. The lookup is cheap, because there are few hidden trial runs.
 */
const IS_ABANDONED_TRIAL_LISTED = sql`(${jobListing.isTrial} and ${jobListing.hidden}
  and exists (select from ${job} where ${job.id} = ${jobListing.jobId} and ${IS_ABANDONED_TRIAL}))`

/**
 * Jobs found in the table of listings or tags. `named` selects their ids and names, and is set only if they were found
 * in the table of listings.
 */
type FoundElsewhere = FoundResources & { named?: SQL }

/**
 * Returns SQL for the matching jobs of all tabs, from the table of listings or tags. Undefined if other tables are
 * needed.
 */
export function foundElsewhere(ownerId: OwnerFilter, filter: JobConditions): FoundElsewhere | undefined {
  const anyTab = withoutTab(filter)
  const names = filter.Name ? listingConditions(ownerId, anyTab) : undefined
  if (names) {
    const select = (columns: SQL) => sql`select ${columns} from ${jobListing} where ${names} limit ${literal(COUNTED)}`
    return {
      ids: sql`array(${select(sql`${jobListing.jobId}`)})`,
      named: select(sql`${jobListing.jobId}, ${jobListing.name}`),
    }
  }
  const { TagsByAnd, TagsByOr, tagQuery, ShowHidden, IsSubJob, ...others } = anyTab
  return Object.values(others).some(restricts) ? undefined : taggedResources('Job', ownerId, filter)
}

export function hasTags({ TagsByAnd, TagsByOr, tagQuery }: JobConditions): boolean {
  return [TagsByAnd, TagsByOr, tagQuery].some(restricts)
}

function restricts(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Filter properties for which the index on job states is enough. */
const COVERED = [
  'State',
  'States',
  'NeedsYou',
  'Ungrouped',
  'except',
  'ShowHidden',
  'IsSubJob',
  'CreatedAfter',
  'CreatedBefore',
]

/**
 * Whether the index on job states is enough to count the matches. Sub-jobs don't use this index, because there are only
 * a few of them, and they have their own index.
 */
export function isCovered(filter: JobConditions): boolean {
  if (filter.IsSubJob) return false
  return Object.entries(filter).every(([key, value]) => COVERED.includes(key) || !restricts(value))
}

/** Whether evaluating a filter is slow compared with reading an index. */
export function isSearch(filter: JobConditions): boolean {
  const { Name, workDataId, Cause, Parameter, Log } = filter
  return hasTags(filter) || [Name, workDataId, Cause, Parameter, Log].some(restricts)
}

/** Whether a filter excludes nothing except hidden jobs and sub-jobs. */
export function findsMost({ ShowHidden: _, IsSubJob, ...others }: JobConditions): boolean {
  return !IsSubJob && !Object.values(others).some(restricts)
}

/** Returns the conditions that differ between the tabs of the list. */
export function ofTab(filter: JobConditions): SQL | undefined {
  return and(
    ofStates(filter),
    filter.NeedsYou ? needsYou() : undefined,
    filter.except?.length ? notAmong(filter.except) : undefined,
  )
}

export function hasTab(filter: JobConditions): boolean {
  return Boolean(filter.NeedsYou) || statesOf(filter) !== undefined
}

export function withoutTab(filter: JobConditions): JobConditions {
  const { State: _, States: __, NeedsYou: ___, Ungrouped: ____, except: _____, ...anyTab } = filter
  return anyTab
}

/** Returns the states that a filter includes, or undefined for all states. */
export function statesOf({ State, States }: JobConditions): JobState[] | undefined {
  const wanted = [...(State ? [State] : []), ...(States ?? [])]
  return wanted.length === 0 ? undefined : wanted.filter((state): state is JobState => state !== 'Undefined')
}

function ofStates(filter: JobConditions): SQL | undefined {
  const states = statesOf(filter)
  if (states === undefined) return undefined
  return states.length === 0 ? sql`false` : inArray(job.state, states)
}

/**
 * Selects jobs that need attention: failed jobs, jobs that are missing data, executions with a run that is missing
 * data, and drafts older than a day. If a job that failed or is missing data was repeated, the later job counts
 * instead, unless it is a draft or canceled.
 */
function needsYou(): SQL {
  return sql`${job.state} in ('Error', 'DataMissing', 'Created', 'Processing') and (${needsAttention()})`
}

/** Selects jobs that need attention for any reason. */
export function needsAttention(): SQL {
  return sql.join([...NEEDS_ATTENTION], sql` or `)
}

/**
 * Conditions for the different reasons why jobs need attention. They are counted separately, because an OR would
 * prevent the planner from using an anti join. CASE is used instead of COALESCE, because only CASE is leakproof, so
 * that an index can be used under row-level security. IS NOT NULL is implied, but without it the planner expects that
 * every job is a repetition.
 */
export const NEEDS_ATTENTION = [
  sql`${job.state} = 'Created' and ${job.createdAt} < now() - interval '1 day'`,
  sql`${job.state} in ('Error', 'DataMissing') and not exists (
    select from ${job} later
    where later.owner_id = ${job.ownerId} and later.again_of is not null and later.again_of = case when ${job.againOf} is null then ${job.id} else ${job.againOf} end
      and later.created_at > ${job.createdAt} and later.state not in ('Created', 'ReadyForProcessing', 'Canceled'))`,
  sql`${job.state} = 'Processing' and ${job.id} in (select execution_id from runs_missing_data())`,
] as const

/** The states in which jobs may need attention, each with its condition. */
export const NEEDY_STATES = [
  ['Created', NEEDS_ATTENTION[0]],
  ['Error', NEEDS_ATTENTION[1]],
  ['DataMissing', NEEDS_ATTENTION[1]],
  ['Processing', NEEDS_ATTENTION[2]],
] as const satisfies [JobState, SQL][]

/**
 * Returns the condition that a job is in none of the groups. Uses IS NOT TRUE, because the comparison is null for jobs
 * without a cause.
 */
function notAmong(groups: readonly JobCause[]): SQL {
  const texts = (values: string[]) => sql.param(values)
  return sql`((${job.stepId}, ${job.state}, ${job.cause}) in (
    select * from unnest(${texts(groups.map(({ stepId }) => stepId))}::uuid[],
      ${texts(groups.map(({ state }) => state))}::text[], ${texts(groups.map(({ cause }) => cause))}::text[]))) is not true`
}

function isNamed(ownerId: OwnerFilter, part: string): SQL {
  return sql`exists (select from ${jobListing} where ${listingOfJob(ownerId)} and ${lowercaseContains(NAME, part)})`
}

function isOfNode(nodeId: string): SQL {
  return sql`${job.id} in (
    select run.job_id from ${executionNode} node join ${executionRun} run using (execution_id, node)
    where node.execution_id = ${job.parentId} and node.node_id = ${nodeId})`
}

function uses(workDataId: string): SQL {
  return sql`${job.id} in (select ${jobInput.jobId} from ${jobInput} where ${jobInput.workDataId} = ${workDataId})`
}
