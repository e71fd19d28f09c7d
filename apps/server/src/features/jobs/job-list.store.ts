import { JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import type { JobQueryParameters } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import type { Cursor, PageRequest, SortKey } from '@millrace/db/keyset'
import { COUNTED, countAll, countOf, findPlaces, type ListSource, pageOfRows } from '@millrace/db/lists'
import { type JobRow, job, jobName } from '@millrace/db/schema/jobs'
import { PLANNED_EACH_TIME } from '@millrace/db/steady-statements'
import { tagsOfRows, tagsWithRows, type UsedTag, usedTags } from '@millrace/db/tag-lists'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Whose } from '#access/scope.ts'
import {
  isNarrow,
  type JobConditions,
  jobConditions,
  NEEDY,
  nameOfJob,
  ofTab,
  statesOf,
  TAGGED_JOB,
} from './job-conditions.ts'

/** One page of the jobs that a filter finds. */
export async function list(
  tx: Tx,
  whose: Whose,
  filter: JobConditions,
  sort: JobQueryParameters['SortBy'],
  page: PageRequest,
): Promise<{ rows: JobRow[]; last: Cursor | undefined }> {
  const places = await findPlaces(tx, listed(whose, filter, sort), sortKeys(sort), page)
  if (places.length === 0) return { rows: [], last: undefined }
  const ids = places.map(({ id }) => id)
  const found = await tx.orm
    .select({ ...LIGHT, bytes: BYTES })
    .from(job)
    .where(among(ids))
  const { rows, last } = pageOfRows(places, found, page)
  return { rows: await withContent(tx, rows), last }
}

function listed(whose: Whose, filter: JobConditions, sort?: JobQueryParameters['SortBy']): ListSource {
  const where = and(jobConditions(whose, filter), ofTab(filter))
  if (sort?.PropertyName !== 'Name' || sort.SortType === 'None') return { from: sql`${job}`, where, id: job.id }
  return { from: sql`${job}, ${jobName}`, where: and(nameOfJob(whose), where), id: jobName.jobId }
}

function among(ids: string[]): SQL {
  return sql`${job.id} = any(${sql.param(ids)}::uuid[])`
}

const { parameters: _parameters, result: _result, ...LIGHT } = getTableColumns(job)

/** Roughly what a job adds to a document; every file in a slot is embedded. */
const BYTES =
  sql<number>`(coalesce(octet_length(${job.parameters}::text), 0) + coalesce(octet_length(${job.result}::text), 0)
  + 3 * octet_length(${job.tags}::text)
  + 2500 * (select count(*) from job_input where job_input.job_id = ${job.id})
  + 2500 * (select count(*) from job_output where job_output.job_id = ${job.id}))`.mapWith(Number)

/** Adds what may be large, which is read only for jobs on the page. */
async function withContent(tx: Tx, jobs: Omit<JobRow, 'parameters' | 'result'>[]): Promise<JobRow[]> {
  const ids = jobs.map(({ id }) => id)
  const content = await tx.orm
    .select({ id: job.id, parameters: job.parameters, result: job.result })
    .from(job)
    .where(among(ids))
  const byId = new Map(content.map((row) => [row.id, row]))
  return jobs.map((light) => ({ parameters: null, result: null, ...light, ...byId.get(light.id) }))
}

export interface JobCounts {
  states: Partial<Record<JobState, number>>
  needsYou: number
  /** Of the jobs that the whole filter finds, the tab included. */
  total: number
}

/** How many jobs a filter finds in each state, and how many need a person, whatever tab it names itself. */
export async function count(tx: Tx, whose: Whose, filter: JobConditions): Promise<JobCounts> {
  const where = jobConditions(whose, filter)
  const from = sql`${job}`
  const together = isNarrow(filter) ? await countTogether(tx, where) : undefined
  const byState = together
    ? undefined
    : Object.fromEntries(JOB_STATES.map((state) => [state, stateCount(where, state)]))
  const [drafts, failed] = NEEDY.map((kind) => countOf({ from, where: and(where, kind) }))
  const isNeedyTabOfStates = filter.NeedsYou && statesOf(filter)
  const counted = await countAll(tx, {
    ...byState,
    ...(drafts && failed && { needy: sql<number>`least(${drafts} + ${failed}, ${sql.raw(String(COUNTED))})` }),
    ...(isNeedyTabOfStates && { needyInTab: countOf({ from, where: and(where, ofTab(filter)) }) }),
  })
  const states = together ?? present(counted)
  const total = filter.NeedsYou ? (counted.needyInTab ?? counted.needy ?? 0) : sumOf(states, statesOf(filter))
  return { states, needsYou: counted.needy ?? 0, total }
}

function stateCount(where: SQL | undefined, state: JobState): SQL<number> {
  return countOf({ from: sql`${job}`, where: and(where, eq(job.state, state)) })
}

function present(counted: Record<string, number>): JobCounts['states'] {
  return Object.fromEntries(JOB_STATES.flatMap((state) => (counted[state] ? [[state, counted[state]]] : [])))
}

function sumOf(states: JobCounts['states'], wanted: readonly JobState[] = JOB_STATES): number {
  return Math.min(
    [...new Set(wanted)].reduce((sum, state) => sum + (states[state] ?? 0), 0),
    COUNTED,
  )
}

/** The states of all jobs in one pass; undefined if there are more than are counted. */
async function countTogether(tx: Tx, where: SQL | undefined): Promise<JobCounts['states'] | undefined> {
  const { rows } = await tx.orm.execute<{ state: JobState; jobs: number }>(
    sql`${sql.raw(PLANNED_EACH_TIME)} select state, count(*)::int as jobs
      from (select ${job.state} from ${job} where ${where ?? sql`true`} limit ${COUNTED}) as found group by state`,
  )
  const states = Object.fromEntries(rows.map((row) => [row.state, row.jobs]))
  return sumOf(states) < COUNTED ? states : undefined
}

/** The tags of the jobs that a filter finds, `total` of them. */
export async function tagsOf(tx: Tx, whose: Whose, filter: JobConditions, total: number): Promise<string[]> {
  const source = listed(whose, filter)
  if (total === COUNTED) return tagsWithRows(tx, source, TAGGED_JOB, whose)
  return (await tagsOfRows(tx, source, job.tags)).map(({ tag }) => tag)
}

export function tagsInUse(tx: Tx, whose: Whose): Promise<UsedTag[]> {
  return usedTags(tx, 'Job', whose)
}

function sortKeys(sort: JobQueryParameters['SortBy']): SortKey[] {
  const isAsked = sort?.PropertyName && sort.SortType !== 'None'
  const descending = !isAsked || sort.SortType === 'Descending'
  const id: SortKey = { by: job.id, kind: 'uuid', descending }
  switch (isAsked ? sort.PropertyName : 'CreatedAt') {
    case 'Name':
      return [
        { by: sql`${jobName.name} collate "natural"`, kind: 'text', descending },
        { by: jobName.jobId, kind: 'uuid', descending },
      ]
    case 'CompletedAt':
      return [{ by: job.completedAt, kind: 'instant', descending, nullable: true }, id]
    default:
      return [{ by: job.createdAt, kind: 'instant', descending }, id]
  }
}
