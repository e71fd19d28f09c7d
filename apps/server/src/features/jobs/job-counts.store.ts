import { JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import type { PartialCount } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { COUNTED, countAll, countOf, STATE_COUNTED } from '@millrace/db/lists'
import { job, jobName } from '@millrace/db/schema/jobs'
import { PLANNED_EACH_TIME } from '@millrace/db/steady-statements'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Whose } from '#access/scope.ts'
import {
  isCovered,
  type JobConditions,
  jobConditions,
  NEEDY,
  nameConditions,
  ofTab,
  statesOf,
} from './job-conditions.ts'

/*
 * Counts for the tabs of the job list. One pass reads the states of the matching jobs, up to LIMITS.countMax plus one. If
 * there are no more, all counts are exact. Otherwise each state is counted by an index, up to LIMITS.stateCountMax, or, if
 * no index covers the filter, the count of the pass is used.
 */

export interface JobCounts {
  states: Partial<Record<JobState, number>>
  needsYou: number
  /** Counts that may be too low. */
  partial: PartialCount[]
  /** Of the jobs that the whole filter finds, the tab included. */
  total: number
}

/** How many jobs a filter finds in each state, and how many need a person, whatever tab it names itself. */
export async function count(tx: Tx, whose: Whose, filter: JobConditions): Promise<JobCounts> {
  const where = jobConditions(whose, filter)
  const seen = await countTogether(tx, passOf(whose, filter, where))
  if (sumOf(seen.states) < COUNTED) return { ...seen, partial: [], total: await totalOf(tx, where, filter, seen) }
  const counts = isCovered(filter)
    ? await countEach(tx, where)
    : { ...seen, partial: [...JOB_STATES, 'NeedsYou' as const] }
  return { ...counts, total: hasTab(filter) ? await countTab(tx, where, filter) : COUNTED }
}

/**
 * The conditions of the pass. Where names alone decide, it takes no more of them than it counts: for part of a name that
 * most jobs have, the planner would otherwise join all names to all jobs.
 */
function passOf(whose: Whose, filter: JobConditions, where: SQL | undefined): SQL | undefined {
  const { State: _, States: __, NeedsYou: ___, ...untabbed } = filter
  const named = filter.Name ? nameConditions(whose, untabbed) : undefined
  return named ? sql`${job.id} in (select ${jobName.jobId} from ${jobName} where ${named} limit ${COUNTED})` : where
}

type Counts = Omit<JobCounts, 'total' | 'partial'>

/** The states of the jobs that the filter finds, in one pass. */
async function countTogether(tx: Tx, where: SQL | undefined): Promise<Counts> {
  const { rows } = await tx.orm.execute<{ state: JobState; jobs: number; needy: number }>(
    sql`${PLANNED_EACH_TIME} select state, count(*)::int as jobs, (count(*) filter (where ${NEEDS_PERSON}))::int as needy
      from (select ${job.id}, ${job.ownerId}, ${job.state}, ${job.againOf}, ${job.createdAt}
        from ${job} where ${where ?? sql`true`} limit ${COUNTED}) as job group by state`,
  )
  return {
    states: Object.fromEntries(rows.map((row) => [row.state, row.jobs])),
    needsYou: rows.reduce((sum, row) => sum + row.needy, 0),
  }
}

const NEEDS_PERSON = sql`${NEEDY[0]} or ${NEEDY[1]}`

/** The states one by one, each up to a limit, in the index that begins with it. */
async function countEach(tx: Tx, where: SQL | undefined): Promise<Omit<JobCounts, 'total'>> {
  const from = sql`${job}`
  const counted = await countAll(tx, {
    ...Object.fromEntries(
      JOB_STATES.map((state) => [state, countOf({ from, where: and(where, eq(job.state, state)) }, STATE_COUNTED)]),
    ),
    drafts: countOf({ from, where: and(where, NEEDY[0]) }, STATE_COUNTED),
    stopped: countOf({ from, where: and(where, NEEDY[1]) }, STATE_COUNTED),
  })
  const { drafts = 0, stopped = 0, ...states } = counted
  const isPartial = (jobs: number | undefined) => jobs === STATE_COUNTED
  const shown = (jobs: number) => Math.min(jobs, STATE_COUNTED - 1)
  const found = JOB_STATES.filter((state) => states[state])
  return {
    states: Object.fromEntries(found.map((state) => [state, shown(states[state] ?? 0)])),
    needsYou: shown(drafts) + shown(stopped),
    partial: [
      ...found.filter((state) => isPartial(states[state])),
      ...(isPartial(drafts) || isPartial(stopped) ? (['NeedsYou'] as const) : []),
    ],
  }
}

/** The jobs of the tab, when the counts of all states are exact. */
async function totalOf(tx: Tx, where: SQL | undefined, filter: JobConditions, seen: Counts): Promise<number> {
  if (!filter.NeedsYou) return sumOf(seen.states, statesOf(filter))
  return statesOf(filter) ? countTab(tx, where, filter) : seen.needsYou
}

function hasTab(filter: JobConditions): boolean {
  return Boolean(filter.NeedsYou) || statesOf(filter) !== undefined
}

/** The jobs of the tab, up to what lists count. Those that need a person are counted by their kinds; see NEEDY. */
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
