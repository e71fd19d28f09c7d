import { JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import type { PartialCount } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { COUNTED, countAll, countOf, hasMore, SAMPLED, STATE_COUNTED } from '@millrace/db/lists'
import { job, jobName } from '@millrace/db/schema/jobs'
import { PLANNED_EACH_TIME } from '@millrace/db/steady-statements'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Whose } from '#access/scope.ts'
import {
  isCovered,
  type JobConditions,
  jobConditions,
  NEEDY,
  nameConditions,
  ofTab,
  statesOf,
  withoutTab,
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
}

interface Counts extends Pick<JobCounts, 'states' | 'needsYou'> {
  /** Whether all tabs together have more jobs than are counted. */
  more: boolean
}

/**
 * Counts the jobs that a filter finds in each state and those that need attention. The filter's own tab affects only
 * the total.
 */
export async function count(tx: Tx, whose: Whose, filter: JobConditions): Promise<JobCounts> {
  const where = jobConditions(whose, filter)
  if (isCovered(filter)) {
    const { more, ...counts } = await countByIndex(tx, where, filter)
    const total = more && !hasTab(filter) ? COUNTED : await totalOf(tx, where, filter, counts)
    return { ...(more ? capped(counts) : { ...counts, partial: [] }), total }
  }
  const { more, ...counts } = await countByPass(tx, whose, where, filter)
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
      ${jobs(NEEDY[0])} union all ${jobs(NEEDY[1])} ${upTo(sql.raw(String(filter.NeedsYou === true)))}) as counted
    union all select 'more', more::int from size`)
  const { more, needsYou = 0, ...states } = Object.fromEntries(rows.map((row) => [row.counted, row.jobs]))
  const found = JOB_STATES.filter((state) => states[state])
  return { states: Object.fromEntries(found.map((state) => [state, states[state]])), needsYou, more: more === 1 }
}

const STATE = sql.raw(String(STATE_COUNTED))
const ALL = sql.raw(String(COUNTED))

/** Caps the counts of states at LIMITS.stateCountMax and lists those that exceed it as partial. */
function capped({ states, needsYou }: Omit<Counts, 'more'>): Omit<JobCounts, 'total'> {
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

/** Counts the matching jobs of all states in one query, or only the first of them if there are too many. */
async function countByPass(tx: Tx, whose: Whose, where: SQL | undefined, filter: JobConditions): Promise<Counts> {
  const names = filter.Name ? nameConditions(whose, withoutTab(filter)) : undefined
  const sample = await pass(tx, where, names, SAMPLED)
  if (sumOf(sample.states) < SAMPLED) return { ...sample, more: false }
  const all = names ? { from: sql`${jobName}`, where: names } : { from: sql`${job}`, where }
  const { rows } = await tx.orm.execute<{ more: boolean }>(sql`${PLANNED_EACH_TIME} select ${hasMore(all)} as more`)
  return rows[0]?.more ? { ...sample, more: true } : { ...(await pass(tx, where, names, COUNTED)), more: false }
}

/**
 * Counts up to `most` matching jobs by state. If the table of names suffices, only as many names are read as are
 * counted. Otherwise, for text that occurs in most names, the planner would join all names to all jobs.
 */
async function pass(tx: Tx, where: SQL | undefined, names: SQL | undefined, most: number) {
  const listed = names && sql`${job.id} in (select ${jobName.jobId} from ${jobName} where ${names} limit ${most})`
  const { rows } = await tx.orm.execute<{ state: JobState; jobs: number; needy: number }>(
    sql`${PLANNED_EACH_TIME} select state, count(*)::int as jobs, (count(*) filter (where ${NEEDY[0]} or ${NEEDY[1]}))::int as needy
      from (select ${job.id}, ${job.ownerId}, ${job.state}, ${job.againOf}, ${job.createdAt}
        from ${job} where ${listed ?? where ?? sql`true`} limit ${most}) as job group by state`,
  )
  return {
    states: Object.fromEntries(rows.map((row) => [row.state, row.jobs])),
    needsYou: rows.reduce((sum, row) => sum + row.needy, 0),
  }
}

/** The number of jobs in the tab, from the counts of its states, which go up to COUNTED. */
async function totalOf(
  tx: Tx,
  where: SQL | undefined,
  filter: JobConditions,
  { states, needsYou }: Omit<Counts, 'more'>,
): Promise<number> {
  if (filter.NeedsYou) return statesOf(filter) ? countTab(tx, where, filter) : needsYou
  return Math.min(sumOf(states, statesOf(filter)), COUNTED)
}

function hasTab(filter: JobConditions): boolean {
  return Boolean(filter.NeedsYou) || statesOf(filter) !== undefined
}

/** Counts the jobs in the tab, up to the limit for lists. The two kinds that need attention are counted separately; see NEEDY. */
async function countTab(tx: Tx, where: SQL | undefined, filter: JobConditions): Promise<number> {
  const from = sql`${job}`
  const inTab = filter.NeedsYou
    ? NEEDY.map((kind) => and(ofTab({ ...filter, NeedsYou: false }), kind))
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
