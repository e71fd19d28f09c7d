import { JOB_STATES } from '@millrace/contracts/job-states'
import type { Tx } from '@millrace/db/act'
import { CUSTOM_PLAN } from '@millrace/db/auto-prepare'
import { COUNTED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job, jobLog } from '@millrace/db/schema/jobs'
import { withTagsInUse } from '@millrace/db/tag-conditions'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import { type JobConditions, jobConditions } from './job-conditions.store.ts'
import { hasLogged, hasParameter } from './job-content.store.ts'
import { hasIndexByCreation } from './job-order.store.ts'

/*
 * Finds jobs by their logs and parameters. No index contains logs or parameters, so the search has to read the jobs
 * themselves; see “Finding jobs by their logs and parameters” in bench/RESULTS.md. The search starts with the newest
 * jobs and stops at a maximum number of jobs or bytes. These limits do not depend on the load, so that every page of a
 * list comes from the same jobs.
 */

const LOGS_SEARCHED = 10_000
const PARAMETERS_SEARCHED = 100_000
const BYTES_SEARCHED = 32_000_000

interface Searched {
  /** The filter, with the ids of the jobs that were found. */
  filter: JobConditions
  /** How many jobs were searched. Undefined if the search reached the oldest job. */
  searched: number | undefined
}

type Row = { found: string[]; searched: number; hasOlder: boolean }

/**
 * Finds the jobs that match the filter's `Log` and `Parameter`, among the newest `most` jobs that match the rest of the
 * filter. Stops after COUNTED matches, because lists count no further.
 */
export async function searchContent(
  tx: Tx,
  ownerId: OwnerFilter,
  asked: JobConditions,
  most = asked.Log ? LOGS_SEARCHED : PARAMETERS_SEARCHED,
): Promise<Searched> {
  const { Log, Parameter, ...others } = asked
  if (!Log && !Parameter) return { filter: asked, searched: undefined }
  const filter = await withTagsInUse(tx, 'Job', ownerId, others)
  const bytes = sql.join([...(Log ? [LOG_BYTES] : []), ...(Parameter ? [PARAMETER_BYTES] : [])], sql` + `)
  const matches = and(Log ? hasLogged(Log) : undefined, Parameter ? hasParameter(Parameter) : undefined)
  const { rows } = await tx.orm.execute<Row>(sql`${CUSTOM_PLAN}
    with newest as materialized (
      ${newestJobs(ownerId, filter, { bytes, most: most + 1 })}),
    placed as (
      select id, row_number() over newest_first as nth, sum(bytes) over newest_first as total
      from newest as ${job} window newest_first as (order by ${NEWEST_FIRST})),
    searched as materialized (
      select id, nth from placed where nth <= ${literal(most)} and (total <= ${literal(BYTES_SEARCHED)} or nth = 1)),
    found as materialized (
      select id, nth from searched
      where id in (select ${job.id} from ${job} where ${job.id} = any(array(select id from searched)) and ${matches})
      order by nth limit ${literal(COUNTED)}),
    size as (
      select case when count(*) = ${literal(COUNTED)} then max(nth) else (select count(*) from searched) end as searched from found)
    select array(select id from found) as found, searched::int, (select count(*) from newest) > searched as "hasOlder" from size`)
  const { found = [], searched = 0, hasOlder = false } = rows[0] ?? {}
  return { filter: { ...asked, among: found }, searched: hasOlder ? searched : undefined }
}

/**
 * Returns SQL for the newest jobs that match the filter. If no index lists these jobs by creation time, merges the
 * newest jobs of each state, for which there is such an index.
 */
function newestJobs(ownerId: OwnerFilter, filter: JobConditions, { bytes, most }: { bytes: SQL; most: number }): SQL {
  const where = jobConditions(ownerId, filter)
  const newest = (condition?: SQL) => sql`select ${job.id}, ${job.createdAt}, ${bytes} as bytes from ${job}
    where ${and(where, condition) ?? sql`true`} order by ${NEWEST_FIRST} limit ${literal(most)}`
  if (hasIndexByCreation(ownerId, filter)) return newest()
  const states = JOB_STATES.map((state) => sql`(${newest(eq(job.state, state))})`)
  return sql`select * from (${sql.join(states, sql` union all `)}) as ${job} order by ${NEWEST_FIRST} limit ${literal(most)}`
}

const NEWEST_FIRST = sql`${job.createdAt} desc, ${job.id} desc`

const LOG_BYTES: SQL = sql`(select coalesce(sum(${jobLog.byteCount}), 0) from ${jobLog} where ${jobLog.jobId} = ${job.id})`

/** This is the compressed size, which can be determined without reading the parameters. */
const PARAMETER_BYTES: SQL = sql`coalesce(pg_column_size(${job.parameters}), 0)`
