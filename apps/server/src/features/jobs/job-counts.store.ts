import { JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import type { PartialCount } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { COUNTED, countAll, countOf, hasMore, STATE_COUNTED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job, STATES_IN_SQL } from '@millrace/db/schema/jobs'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import {
  hasTab,
  isCovered,
  isSearch,
  type JobConditions,
  jobConditions,
  NEEDS_ATTENTION,
  statesOf,
  withoutTab,
} from './job-conditions.store.ts'
import { countable, unordered } from './job-order.store.ts'
import { type JobSearch, type ListPage, search, searchTab } from './job-search.store.ts'

/*
 * Counts jobs for the tabs of the job list. If all tabs together have at most LIMITS.countMax jobs, every count is
 * exact. Otherwise each state is counted in the index of jobs by state, up to LIMITS.stateCountMax. If that index does
 * not cover the filter, only a sample of SAMPLED jobs is counted by state; see job-search.store.ts.
 */

/**
 * How many jobs each tab of the list has. `seen` contains positions and tags that were read for counting. The page of
 * the list uses them instead of reading them again.
 */
export interface JobCounts {
  states: Partial<Record<JobState, number>>
  needsYou: number
  /** The states and tabs whose counts may be too low. */
  partial: PartialCount[]
  /** The number of jobs found by the whole filter, including the tab. */
  total: number
  seen?: Pick<JobSearch, 'positions' | 'tags'>
}

/** Which counts the caller needs: those of all `tabs`, or only the `total` of the filter's own tab. */
export type Counted = 'tabs' | 'total'

type Counts = Pick<JobSearch, 'states' | 'needsYou' | 'more'>

/** Counts the matching jobs in each state, and those that need attention. The filter's tab affects only the total. */
export async function count(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  wanted: ListPage,
  counted: Counted,
): Promise<JobCounts> {
  if (counted === 'total' && !isSearch(filter)) {
    return { states: {}, needsYou: 0, partial: [], total: await countTab(tx, ownerId, filter) }
  }
  if (isCovered(filter)) {
    const { more, ...counts } = await countByIndex(tx, ownerId, filter)
    const total = more && !hasTab(filter) ? COUNTED : await totalOf(tx, ownerId, filter, counts)
    return { ...(more ? capped(counts) : { ...counts, partial: [] }), total }
  }
  const { more, tab: inTab, positions, tags, ...counts } = await search(tx, ownerId, filter, wanted)
  const seen = { positions, tags }
  if (!more) return { ...counts, seen, partial: [], total: await totalOf(tx, ownerId, filter, counts) }
  const partial: PartialCount[] = [...JOB_STATES, 'NeedsYou']
  if (!hasTab(filter)) return { ...counts, seen, partial, total: COUNTED }
  if (!isSearch(filter)) return { ...counts, seen, partial, total: inTab ?? (await countTab(tx, ownerId, filter)) }
  const { total, ...tab } = await searchTab(tx, ownerId, filter, wanted)
  return { ...counts, seen: tab, partial, total }
}

/**
 * Counts the jobs in each state, using the index of jobs by state. If the filter selects one tab (a single state or
 * “needs attention”), that tab is counted first. If that count reaches its limit, COUNTED, the list without the tab is
 * too long for exact counts, and its length is not checked separately. The statement is not marked with CUSTOM_PLAN,
 * because its best plan does not depend on the values.
 */
async function countByIndex(tx: Tx, ownerId: OwnerFilter, filter: JobConditions): Promise<Counts> {
  const where = jobConditions(ownerId, filter)
  const jobs = (condition: SQL) => sql`select from ${job} where ${and(where, condition)}`
  const numberOf = (rows: SQL, most: SQL) => sql`(select count(*)::int from (${rows} limit ${most}) as counted)`
  const needy = sql.join(NEEDS_ATTENTION.map(jobs), sql` union all `)
  const tabStates = statesOf(filter) ?? []
  const inTab = filter.NeedsYou ? needy : tabStates.length === 1 ? jobs(inArray(job.state, tabStates)) : undefined
  const tab = inTab ? sql`tab as materialized (select ${numberOf(inTab, ALL)} as jobs),` : sql``
  const more = hasMore(countable(ownerId, withoutTab(filter)))
  const others = sql`(select case when more then ${STATE} else ${ALL} end from size)`
  const inState = (most: SQL) => numberOf(jobs(sql`${job.state} = states.state`), most)
  const ofTabState = inTab && !filter.NeedsYou ? TAB : inState(ALL)
  const counted =
    tabStates.length === 0
      ? inState(others)
      : sql`case when states.state = any(${sql.param(tabStates)}::text[]) then ${ofTabState} else ${inState(others)} end`
  const { rows } = await tx.orm.execute<{ counted: string; jobs: number }>(sql`
    with ${tab} size as materialized (select ${inTab ? sql`case when ${TAB} = ${ALL} then true else ${more} end` : more} as more)
    select state as counted, ${counted} as jobs from unnest(${STATES_IN_SQL}) as states(state)
    union all select 'needsYou', ${filter.NeedsYou ? TAB : numberOf(needy, others)}
    union all select 'more', more::int from size`)
  const { more: isMore, needsYou = 0, ...states } = Object.fromEntries(rows.map((row) => [row.counted, row.jobs]))
  const found = JOB_STATES.filter((state) => states[state])
  return { states: Object.fromEntries(found.map((state) => [state, states[state]])), needsYou, more: isMore === 1 }
}

const TAB = sql`(select jobs from tab)`
const STATE = literal(STATE_COUNTED)
const ALL = literal(COUNTED)

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

async function totalOf(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  { states, needsYou }: Omit<Counts, 'more'>,
): Promise<number> {
  if (filter.NeedsYou) return statesOf(filter) || filter.except?.length ? countTab(tx, ownerId, filter) : needsYou
  return Math.min(sumOf(states, statesOf(filter)), COUNTED)
}

/**
 * Counts the jobs of the filter's tab, up to COUNTED. Jobs that need attention are counted separately for each reason.
 */
async function countTab(tx: Tx, ownerId: OwnerFilter, filter: JobConditions): Promise<number> {
  const { from, where } = filter.NeedsYou
    ? unordered(ownerId, { ...filter, NeedsYou: false })
    : countable(ownerId, filter)
  const kinds = filter.NeedsYou ? NEEDS_ATTENTION : [undefined]
  const counted = await countAll(
    tx,
    Object.fromEntries(kinds.map((kind, nth) => [`part${nth}`, countOf({ from, where: and(where, kind) })])),
  )
  return Math.min(
    Object.values(counted).reduce((sum, part) => sum + part, 0),
    COUNTED,
  )
}

function sumOf(states: JobCounts['states'], wanted: readonly JobState[] = JOB_STATES): number {
  return [...new Set(wanted)].reduce((sum, state) => sum + (states[state] ?? 0), 0)
}
