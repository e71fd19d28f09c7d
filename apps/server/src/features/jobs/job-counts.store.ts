import { JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import type { PartialCount } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { COUNTED, countAll, countOf, hasMore, SAMPLED, STATE_COUNTED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job } from '@millrace/db/schema/jobs'
import { PLANNED_EACH_TIME } from '@millrace/db/steady-statements'
import { distinctTags } from '@millrace/db/tag-lists'
import { and, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import {
  foundElsewhere,
  hasTab,
  isCovered,
  type JobConditions,
  jobConditions,
  NEEDS_ATTENTION,
  ofTab,
  statesOf,
} from './job-conditions.ts'

/*
 * Counts for the tabs of the job list. If all tabs together have at most LIMITS.countMax jobs, every count is exact.
 * Otherwise each state is counted in the index that starts with it, up to LIMITS.stateCountMax. If that index does not
 * cover the filter, the first SAMPLED jobs are counted by state.
 */

export interface JobCounts {
  states: Partial<Record<JobState, number>>
  needsYou: number
  /** Counts that may be too low. */
  partial: PartialCount[]
  /** The number of jobs that the whole filter, including the tab, finds. */
  total: number
  seen?: SeenJobs | undefined
}

/** What counting has already read; null where a separate query is needed. */
export interface SeenJobs {
  /** The ids of all jobs in any tab. */
  among: string[] | null
  /** The tags of the jobs in the tab. */
  tags: string[] | null
}

interface Counts extends Pick<JobCounts, 'states' | 'needsYou' | 'seen'> {
  /** Whether all tabs together have more jobs than are counted. */
  more: boolean
}

/**
 * Counts the jobs that a filter finds in each state and those that need attention. The filter's own tab affects only
 * the total.
 */
export async function count(tx: Tx, ownerId: OwnerFilter, filter: JobConditions): Promise<JobCounts> {
  const where = jobConditions(ownerId, filter)
  if (isCovered(filter)) {
    const { more, ...counts } = await countByIndex(tx, where, filter)
    const total = more && !hasTab(filter) ? COUNTED : await totalOf(tx, where, filter, counts)
    return { ...(more ? capped(counts) : { ...counts, partial: [] }), total }
  }
  const { more, ...counts } = await countByPass(tx, ownerId, where, filter)
  if (!more) return { ...counts, partial: [], total: await totalOf(tx, where, filter, counts) }
  const total = hasTab(filter) ? await countTab(tx, where, filter) : COUNTED
  return { ...counts, partial: [...JOB_STATES, 'NeedsYou'], total }
}

/** Counts each state in the index that starts with it. The filter's own tab is counted up to COUNTED. */
async function countByIndex(tx: Tx, where: SQL | undefined, filter: JobConditions): Promise<Counts> {
  const jobs = (condition: SQL) => sql`select from ${job} where ${and(where, condition)}`
  const upTo = (isTab: SQL) =>
    sql`limit (select case when more and not ${isTab} then ${STATE} else ${ALL} end from size)`
  const isTab = sql`states.state = any(${sql.param(statesOf(filter) ?? [])}::text[])`
  const { rows } = await tx.orm.execute<{ counted: string; jobs: number }>(sql`${PLANNED_EACH_TIME}
    with size as materialized (select ${hasMore({ from: sql`${job}`, where })} as more)
    select state as counted, (select count(*)::int from (
        ${jobs(sql`${job.state} = states.state`)} ${upTo(isTab)}) as counted) as jobs
      from unnest(${sql.param(JOB_STATES)}::text[]) as states(state)
    union all select 'needsYou', count(*)::int from (
      ${jobs(NEEDS_ATTENTION[0])} union all ${jobs(NEEDS_ATTENTION[1])} ${upTo(literal(filter.NeedsYou === true))}) as counted
    union all select 'more', more::int from size`)
  const { more, needsYou = 0, ...states } = Object.fromEntries(rows.map((row) => [row.counted, row.jobs]))
  const found = JOB_STATES.filter((state) => states[state])
  return { states: Object.fromEntries(found.map((state) => [state, states[state]])), needsYou, more: more === 1 }
}

const STATE = literal(STATE_COUNTED)
const ALL = literal(COUNTED)

/** Caps the counts of states at LIMITS.stateCountMax and lists those that exceed it as partial. */
function capped({ states, needsYou }: Omit<Counts, 'more'>): Omit<JobCounts, 'total' | 'seen'> {
  const shown = (jobs: number) => Math.min(jobs, STATE_COUNTED - 1)
  const found = JOB_STATES.filter((state) => states[state])
  return {
    states: Object.fromEntries(found.map((state) => [state, shown(states[state] ?? 0)])),
    needsYou: shown(needsYou),
    partial: [
      ...found.filter((state) => (states[state] ?? 0) >= STATE_COUNTED),
      ...(needsYou >= STATE_COUNTED ? (['NeedsYou'] as const) : []),
    ],
  }
}

/**
 * Searches once: collects the ids of the matching jobs, up to COUNTED, and then reads these jobs, or only SAMPLED of them
 * if there are too many. An index yields 10,000 ids in about 2 ms; reading as many jobs takes 20 ms.
 */
async function countByPass(
  tx: Tx,
  ownerId: OwnerFilter,
  where: SQL | undefined,
  filter: JobConditions,
): Promise<Counts> {
  const ids = foundElsewhere(ownerId, filter) ?? sql`select ${job.id} as id from ${job} where ${where ?? sql`true`}`
  const { rows } = await tx.orm.execute<Pass>(sql`${PLANNED_EACH_TIME}
    with ids as materialized (${ids} limit ${ALL}),
      size as materialized (select count(*)::int as jobs, case when count(*) < ${ALL} then ${ALL} else ${literal(SAMPLED)} end as read from ids),
      found as materialized (select ${job.id}, ${job.ownerId}, ${job.state}, ${job.againOf}, ${job.createdAt}, ${job.tags}
        from ${job} where ${job.id} in (select id from ids limit (select read from size)))
    select size.jobs,
      (select json_object_agg(state, jobs) from (select state, count(*) as jobs from found group by state) as counted) as states,
      (select count(*)::int from found as job where ${NEEDS_ATTENTION[0]} or ${NEEDS_ATTENTION[1]}) as "needsYou",
      case when size.jobs <= ${AMONG_MAX} then (select array_agg(id) from ids) end as ids,
      (${distinctTags(sql`found as job`, ofTab(filter))}) as tags
    from size`)
  const [{ jobs, states, needsYou, ids: among, tags } = NOTHING] = rows
  const more = jobs === COUNTED
  return { states: states ?? {}, needsYou, more, seen: { among, tags: more && hasTab(filter) ? null : tags } }
}

interface Pass extends Record<string, unknown> {
  jobs: number
  states: JobCounts['states'] | null
  needsYou: number
  ids: string[] | null
  tags: string[] | null
}

const NOTHING: Pass = { jobs: 0, states: null, needsYou: 0, ids: [], tags: [] }
/** The most ids that are passed on to the other queries of a page. With more, repeating the search is as fast. */
const AMONG_MAX = 5000

/** The number of jobs in the tab, from the counts of its states, which go up to COUNTED. */
async function totalOf(
  tx: Tx,
  where: SQL | undefined,
  filter: JobConditions,
  { states, needsYou }: Omit<Counts, 'more'>,
): Promise<number> {
  if (filter.NeedsYou) return statesOf(filter) || filter.except?.length ? countTab(tx, where, filter) : needsYou
  return Math.min(sumOf(states, statesOf(filter)), COUNTED)
}

/** Counts the jobs in the tab, up to the limit for lists. The two kinds that need attention are counted separately; see NEEDS_ATTENTION. */
async function countTab(tx: Tx, where: SQL | undefined, filter: JobConditions): Promise<number> {
  const from = sql`${job}`
  const inTab = filter.NeedsYou
    ? NEEDS_ATTENTION.map((kind) => and(ofTab({ ...filter, NeedsYou: false }), kind))
    : [ofTab(filter)]
  const counted = await countAll(
    tx,
    Object.fromEntries(inTab.map((tab, nth) => [`part${nth}`, countOf({ from, where: and(where, tab) })])),
  )
  return Math.min(
    Object.values(counted).reduce((sum, part) => sum + part, 0),
    COUNTED,
  )
}

function sumOf(states: JobCounts['states'], wanted: readonly JobState[] = JOB_STATES): number {
  return [...new Set(wanted)].reduce((sum, state) => sum + (states[state] ?? 0), 0)
}
