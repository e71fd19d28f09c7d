import { LIMITS } from '@millrace/contracts/limits'
import type { SystemBackup, SystemReport, SystemWorker } from '@millrace/contracts/system'
import type { Tx } from '@millrace/db/act'
import { CONNECTED } from '@millrace/db/shown-steps'
import { FAILED_ATTEMPTS, MAIL_ERROR, type MailQueues } from './mail.store.ts'

const OWNERS_SHOWN = 8
const WORKERS_SHOWN = 100
const COUNTED = LIMITS.countMax + 1

/** Returns the version of PostgreSQL and the size of the database on disk, in bytes. */
export async function database(tx: Tx): Promise<SystemReport['database']> {
  const { rows } = await tx.query<{ version: string; bytes: string }>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  )
  return { version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) }
}

/** Returns the used storage and the largest owners. Reads only `owner`, a narrow table. */
export async function usage(tx: Tx): Promise<Pick<SystemReport['storage'], 'usedBytes' | 'largestOwners'>> {
  const total = await tx.query<{ bytes: string }>(`select coalesce(sum(used_bytes), 0) as bytes from owner`)
  const { rows } = await tx.query<SystemReport['storage']['largestOwners'][number] & { [column: string]: unknown }>(
    `select kind, id, name, used_bytes::float8 as "usedBytes" from owner where used_bytes > 0
     order by used_bytes desc, id limit $1`,
    [OWNERS_SHOWN],
  )
  return { usedBytes: Number(total.rows[0]?.bytes ?? 0), largestOwners: rows }
}

/**
 * Finds the oldest waiting job. An owner's jobs of one step run in the order in which they were started, so only the
 * first job of each pair of step and owner can be the oldest. `first` finds each pair with one probe of the index
 * `job_turn_of_owner`, however many jobs wait. Only the first 1,000 pairs are considered.
 */
const OLDEST = `with recursive first as (
    (select step_id, owner_id, turn from job where state = 'Pending' order by step_id, owner_id, turn limit 1)
    union all
    select next.step_id, next.owner_id, next.turn from first cross join lateral (
      select step_id, owner_id, turn from job
      where state = 'Pending' and (step_id, owner_id) > (first.step_id, first.owner_id)
      order by step_id, owner_id, turn limit 1
    ) next
  ), pairs as (select * from first limit 1000)
  select job.name, owner.name as "ownerName", job.queued_at as "queuedAt"
  from pairs
  cross join lateral (
    select name, owner_id, queued_at from job where state = 'Pending' and step_id = pairs.step_id
      and owner_id = pairs.owner_id and turn = pairs.turn order by queued_at limit 1
  ) job
  join owner on owner.id = job.owner_id
  order by job.queued_at limit 1`

/** Counts waiting and running jobs, up to one more than `LIMITS.countMax`, and finds the longest-waiting job. */
export async function queue(tx: Tx): Promise<SystemReport['queue']> {
  const count = (state: string) =>
    `(select count(*) from (select 1 from job where state = '${state}' limit ${COUNTED}) counted)::int`
  const counts = await tx.query<{ waiting: number; running: number }>(
    `select ${count('Pending')} as waiting, ${count('Processing')} as running`,
  )
  const { rows } = await tx.query<{ name: string; ownerName: string; queuedAt: Date }>(OLDEST)
  const [oldest] = rows
  return {
    waiting: counts.rows[0]?.waiting ?? 0,
    running: counts.rows[0]?.running ?? 0,
    oldest: oldest ? { ...oldest, queuedAt: oldest.queuedAt.toISOString() } : null,
  }
}

/** Returns up to `WORKERS_SHOWN` known workers, connected ones first. */
export async function workers(tx: Tx): Promise<SystemWorker[]> {
  const { rows } = await tx.query<Omit<SystemWorker, 'lastSeenAt'> & { lastSeenAt: Date | null }>(
    `with busy as (
       select lease_key, worker, count(*)::int as jobs from job
       where state = 'Processing' and executor = 'worker' group by lease_key, worker
     )
     select coalesce(seen.name, busy.worker) as name, seen.seen_at as "lastSeenAt",
       coalesce(busy.jobs > 0 or seen.seen_at > now() - ${CONNECTED}, false) as "isConnected",
       coalesce(seen.steps, 0) as steps, coalesce(busy.jobs, 0) as "runningJobs",
       seen.step_network as "stepNetwork"
     from worker seen full join busy on busy.lease_key = seen.key_id and busy.worker = seen.name
     order by "isConnected" desc, "lastSeenAt" desc nulls first, name limit $1`,
    [WORKERS_SHOWN],
  )
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null }))
}

/**
 * Returns the outcome of the last backup, and whether the database is built in. A built-in database has no network
 * port.
 */
export async function backup(tx: Tx): Promise<SystemReport['backup']> {
  const { rows } = await tx.query<{ isBuiltIn: boolean; last: SystemBackup | null }>(
    `select current_setting('listen_addresses') = '' as "isBuiltIn",
       (select value::json from installation where name = 'last-backup') as last`,
  )
  return { database: rows[0]?.isBuiltIn ? 'built-in' : 'external', last: rows[0]?.last ?? null }
}

/** Counts queued emails, up to one more than `LIMITS.countMax`, and returns the latest error. */
export async function mail(
  tx: Tx,
  { queue: waiting, failed }: MailQueues,
): Promise<Omit<SystemReport['mail'], 'transport'>> {
  const { rows } = await tx.query<{ waiting: number; retrying: number; failed: number; lastError: string | null }>(
    `select count(*) filter (where name = $1)::int as waiting,
       count(*) filter (where name = $1 and ${FAILED_ATTEMPTS} > 0)::int as retrying,
       count(*) filter (where name = $2)::int as failed,
       (array_agg(left(${MAIL_ERROR}, 300) order by coalesce(started_on, created_on) desc)
         filter (where ${MAIL_ERROR} is not null))[1] as "lastError"
     from (select * from pgboss.job where name in ($1, $2) and state <= 'active' limit ${COUNTED}) queued`,
    [waiting, failed],
  )
  return rows[0] ?? { waiting: 0, retrying: 0, failed: 0, lastError: null }
}
