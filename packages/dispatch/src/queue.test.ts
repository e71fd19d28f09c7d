import { randomUUID } from 'node:crypto'
import { asSystem, type Tx } from '@millrace/db/act'
import { queueOf } from '@millrace/db/job-messages'
import { newUuidV7 } from '@millrace/db/new-id'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { testDatabase } from '@millrace/db/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { ensureQueue, startQueue } from './boss.ts'
import { claim } from './claim.ts'
import { enqueue, QUEUED } from './enqueue.ts'
import { complete, heartbeat } from './lease.ts'

const faults: Error[] = []
const db = await testDatabase({ max: 1 })
const queue = await startQueue(db, { onError: (error) => faults.push(error) })
const WORKER = { worker: 'test', stepOwnerId: SYSTEM_OWNER_ID }
afterAll(() => queue.stop({ graceful: false }))

describe('the queue', () => {
  it('uses only the connection of the caller’s transaction', async () => {
    const stepId = await newStep()

    const jobId = await asSystem(db, (tx) => newPending(tx, stepId))
    const claimed = await asSystem(db, (tx) => claimFrom(tx, stepId))

    expect(claimed.map((job) => job.id)).toEqual([jobId])
  })

  it('keeps the messages of jobs that have waited for years', async () => {
    const stepId = await newStep()
    await asSystem(db, (tx) => newPending(tx, stepId))

    await db.pool.query(
      `update pgboss.job set created_on = now() - interval '9 years', start_after = now() - interval '9 years',
         keep_until = keep_until - interval '9 years' where name = $1`,
      [queueOf(stepId)],
    )
    await queue.supervise(queueOf(stepId))

    expect(await asSystem(db, (tx) => claimFrom(tx, stepId))).toHaveLength(1)
  })

  it('deletes finished messages within minutes after their retention period', async () => {
    await queue.createQueue('short-lived', { deleteAfterSeconds: 60 })
    const finish = async () => {
      const id = (await queue.send('short-lived')) ?? ''
      await queue.fetch('short-lived')
      await queue.complete('short-lived', id)
    }
    await queue.supervise('short-lived')
    await finish()

    await db.pool.query(`update pgboss.job set completed_on = now() - interval '5 minutes' where name = 'short-lived'`)
    await db.pool.query(`update pgboss.queue set maintain_on = now() - interval '5 minutes' where name = 'short-lived'`)
    await finish()
    await queue.supervise('short-lived')

    expect(await queue.findJobs('short-lived')).toHaveLength(1)
  })

  it('renews a lease without updating an index', async () => {
    const stepId = await newStep()
    await asSystem(db, (tx) => newPending(tx, stepId))
    const keyId = newUuidV7()
    const [job] = await asSystem(db, (tx) => claim(tx, { ...WORKER, stepIds: [stepId], max: 1, keyId }))
    const lease = { jobId: job?.id ?? '', token: job?.leaseToken ?? '', keyId }

    const before = await hotUpdates()
    const renewed = await asSystem(db, (tx) => heartbeat(tx, lease, 0.5))

    expect(renewed).toMatchObject({ progress: 0.5 })
    expect(await hotUpdates()).toBe(before + 1)
  })

  it('P3 claims a job without reading other waiting jobs', async () => {
    const stepId = await newStep()
    await db.pool.query('vacuum analyze job')
    await asSystem(db, (tx) => newPending(tx, stepId, { jobs: 8000 }))

    const pages = await asSystem(db, async (tx) => {
      const before = await pagesOfIndexes(tx)
      await claim(tx, { ...WORKER, stepIds: [stepId], max: 1, keyId: newUuidV7() })
      const after = await pagesOfIndexes(tx)
      return [...after].map(([index, count]) => count - (before.get(index) ?? 0))
    })

    expect(pages.length).toBeGreaterThan(5)
    expect(Math.max(...pages)).toBeLessThan(25)
  })

  it('renews and ends a lease without reading other running jobs', async () => {
    const stepId = await newStep()
    await asSystem(db, (tx) => newPending(tx, stepId, { jobs: 1000 }))
    await db.pool.query('vacuum analyze job')
    const keyId = newUuidV7()
    const [job] = await asSystem(db, (tx) => claim(tx, { ...WORKER, stepIds: [stepId], max: 100, keyId }))
    const lease = { jobId: job?.id ?? '', token: job?.leaseToken ?? '', keyId }

    const renewing = await rowsRead((tx) => heartbeat(tx, lease, undefined))
    const ending = await rowsRead((tx) => complete(tx, [{ lease, result: undefined }]))

    expect(renewing).toBeLessThan(10)
    expect(ending).toBeLessThan(10)
  })

  it('returns the next job immediately, however many canceled ones precede it', async () => {
    const stepId = await newStep()
    for (let count = 0; count < 5; count++) {
      const jobId = await asSystem(db, (tx) => newPending(tx, stepId))
      await asSystem(db, (tx) => tx.query(`update job set state = 'Canceled' where id = $1`, [jobId]))
    }
    const wanted = await asSystem(db, (tx) => newPending(tx, stepId))

    const claimed = await asSystem(db, (tx) => claimFrom(tx, stepId))

    expect(claimed.map((job) => job.id)).toEqual([wanted])
  })

  it('FLT10 measures the pause before the next attempt by the database’s clock', async () => {
    const stepId = await newStep()
    const jobId = await asSystem(db, (tx) => newPending(tx, stepId, { pauseMs: 4000 }))

    const { rows } = await db.pool.query(
      `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where data->>'jobId' = $1`,
      [jobId],
    )

    expect(rows).toEqual([{ seconds: 4 }])
    expect(await asSystem(db, (tx) => claimFrom(tx, stepId))).toEqual([])
  })
})

function claimFrom(tx: Tx, stepId: string) {
  return claim(tx, { ...WORKER, stepIds: [stepId], max: 1, keyId: newUuidV7() })
}

/** Returns the number of HOT updates of jobs, which write no index entry. */
async function hotUpdates(): Promise<number> {
  await db.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await db.pool.query<{ hot: string }>(`select pg_stat_get_tuples_hot_updated('job'::regclass) as hot`)
  return Number(rows[0]?.hot)
}

function rowsRead(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return asSystem(db, async (tx) => {
    const before = await readSoFar(tx)
    await work(tx)
    return (await readSoFar(tx)) - before
  })
}

/** Returns the number of pages that this transaction has read of each index of `job`. */
async function pagesOfIndexes(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ index: string; pages: number }>(
    `select indexrelid::regclass::text as index, pg_stat_get_xact_blocks_fetched(indexrelid)::int as pages
       from pg_index where indrelid = 'job'::regclass`,
  )
  return new Map(rows.map(({ index, pages }) => [index, pages]))
}

async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ read: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relid = 'job'::regclass`,
  )
  return rows[0]?.read ?? 0
}

async function newStep(): Promise<string> {
  const id = newUuidV7()
  await asSystem(db, (tx) =>
    tx.query(
      `insert into processing_step (id, owner_id, created_by, function_name, version, version_key, title, input_slots, output_slots, manifest,
         deployment_state)
       values ($1, $2, $2, $3, '1.0.0', '1', 'A step', '[]', '[]', '{}', 'External')`,
      [id, SYSTEM_OWNER_ID, `step_${randomUUID()}`],
    ),
  )
  await ensureQueue(queue, id)
  return id
}

/** Creates and starts jobs, by default only one. Returns the id of the first job. */
async function newPending(tx: Tx, stepId: string, { jobs = 1, pauseMs = 0 } = {}): Promise<string> {
  const ids = Array.from({ length: jobs }, () => newUuidV7())
  await tx.query(
    `insert into job (id, owner_id, created_by, name, step_id) select id, $2, $2, 'A job', $3 from unnest($1::uuid[]) as one(id)`,
    [ids, SYSTEM_OWNER_ID, stepId],
  )
  await tx.query(`update job set state = 'ReadyForProcessing' where id = any($1)`, [ids])
  const text = `update job set state = 'Pending' where id = any($1) returning ${QUEUED}`
  await enqueue(tx, { text, values: [ids] }, pauseMs)
  return ids[0] ?? ''
}
