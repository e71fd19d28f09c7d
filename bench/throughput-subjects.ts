import { asActor, asSystem, type Tx } from '../packages/db/src/act.ts'
import { type Database, openDatabase } from '../packages/db/src/connect.ts'
import { newUuidV7 } from '../packages/db/src/new-id.ts'
import type { Queue } from '../packages/dispatch/src/boss.ts'
import { ensureQueue } from '../packages/dispatch/src/boss.ts'
import { claim } from '../packages/dispatch/src/claim.ts'
import { enqueue, QUEUED } from '../packages/dispatch/src/enqueue.ts'
import { complete } from '../packages/dispatch/src/lease.ts'

/** Creates and processes jobs. Returns the milliseconds of both phases. */
export interface Throughput {
  run(jobs: number): Promise<{ create: number; work: number }>
  close(): Promise<void>
}

export const CONNECTIONS = 8
const CREATED_PER_TRANSACTION = 250

/** Creates, claims and completes jobs through the product's functions. Each transaction contains `batch` jobs. */
export async function ourThroughput(db: Database, queue: Queue, batch: number): Promise<Throughput> {
  const owner = newUuidV7()
  const step = newUuidV7()
  await asSystem(db, (tx) => ownerWithStep(tx, owner, step))
  await ensureQueue(queue, step)
  const actor = { ownerId: owner, userPublicId: owner }
  let completed = 0

  const workOff = async () => {
    for (;;) {
      const jobs = await asSystem(db, async (tx) => {
        const claimed = await claim(tx, {
          stepIds: [step],
          max: batch,
          worker: 'bench',
          keyId: owner,
          stepOwnerId: owner,
        })
        announce(tx, owner, claimed)
        return claimed
      })
      if (jobs.length === 0) return
      await asSystem(db, async (tx) => {
        const settlements = jobs.map(({ id, leaseToken }) => ({
          lease: { jobId: id, token: leaseToken, keyId: owner },
          result: undefined,
        }))
        const settled = await complete(tx, settlements)
        if (settled.size !== jobs.length) throw new Error('A lease was lost.')
        announce(tx, owner, jobs)
      })
    }
  }

  return {
    async run(count) {
      const left = Array.from({ length: count }, () => newUuidV7())
      const createAll = async () => {
        for (
          let ids = left.splice(0, CREATED_PER_TRANSACTION);
          ids.length > 0;
          ids = left.splice(0, CREATED_PER_TRANSACTION)
        ) {
          await asActor(db, actor, (tx) => createAndStart(tx, { ids, owner, step }))
        }
      }
      const create = await timed(() => Promise.all(Array.from({ length: CONNECTIONS }, createAll)))
      const work = await timed(() => Promise.all(Array.from({ length: CONNECTIONS }, workOff)))
      completed += count
      await requireCompleted(db, step, completed)
      return { create, work }
    },
    close: async () => {},
  }
}

/**
 * Measures a subject without the triggers that write the search tables of lists, to find the cost of these triggers.
 */
export async function withoutLists(superuserUrl: string, subject: Throughput): Promise<Throughput> {
  const admin = openDatabase(superuserUrl, { max: 1 })
  const triggers = (verb: 'disable' | 'enable') =>
    admin.pool.query(`alter table job ${verb} trigger add_job_listings, ${verb} trigger keep_job_listing,
      ${verb} trigger keep_tags_insert, ${verb} trigger keep_tags_update, ${verb} trigger keep_tags_delete`)
  return {
    async run(count) {
      await triggers('disable')
      const times = await subject.run(count)
      await triggers('enable')
      return times
    },
    async close() {
      await subject.close()
      await admin.close()
    },
  }
}

/** Inserts jobs as Pending, as the product does if one request sets up and starts a job. */
export async function createAndStart(
  tx: Tx,
  { ids, owner, step }: { ids: string[]; owner: string; step: string },
): Promise<void> {
  await tx.query(
    `insert into job (id, owner_id, created_by, name, step_id, state)
     select id, $2, $2, 'bench', $3, 'Pending' from unnest($1::uuid[]) as one(id)`,
    [ids, owner, step],
  )
  await enqueue(tx, { text: `select ${QUEUED} from job where id = any($1)`, values: [ids] })
  for (const id of ids) tx.changed({ type: 'Job', event: 'Created', id, ownerId: owner })
}

function announce(tx: Tx, ownerId: string, jobs: { id: string }[]): void {
  for (const { id } of jobs) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
}

async function requireCompleted(db: Database, step: string, count: number): Promise<void> {
  const { rows } = await asSystem(db, (tx) =>
    tx.query<{ jobs: number; moves: number }>(
      `select count(*)::int as jobs, sum(event_seq)::int as moves from job where step_id = $1 and state = 'Completed'`,
      [step],
    ),
  )
  const { jobs = 0, moves = 0 } = rows[0] ?? {}
  if (jobs !== count || moves !== jobs * 5) throw new Error(`${jobs} jobs completed, ${moves} moves.`)
}

async function ownerWithStep(tx: Tx, owner: string, step: string): Promise<void> {
  await tx.query(`insert into owner (id, kind, name, plan) values ($1, 'user', 'bench', 'enterprise')`, [owner])
  await tx.query(
    `insert into processing_step (id, owner_id, created_by, function_name, version, version_key, title, input_slots,
       output_slots, manifest, deployment_state)
     values ($1, $2, $2, 'bench', '1.0.0', '1', 'bench', '[]', '[]', '{}', 'External')`,
    [step, owner],
  )
}

/** Measures the baseline: a bare table, where one commit claims a row and another completes it with its token. */
export async function twoCommits(db: Database, connections = 16): Promise<Throughput> {
  await db.pool.query(`create table raw (id serial primary key, state int not null default 0, token uuid);
    create index raw_waiting on raw (id) where state = 0`)
  const workOff = async () => {
    const client = await db.pool.connect()
    for (;;) {
      const { rows } = await client.query<{ id: number; token: string }>({
        name: 'raw-take',
        text: `update raw set state = 1, token = gen_random_uuid()
          where id = (select id from raw where state = 0 order by id limit 1 for update skip locked) returning id, token`,
      })
      const [taken] = rows
      if (!taken) break
      await client.query({
        name: 'raw-complete',
        text: 'update raw set state = 2 where id = $1 and token = $2 and state = 1',
        values: [taken.id, taken.token],
      })
    }
    client.release()
  }
  return {
    async run(count) {
      const create = await timed(() =>
        db.pool.query('insert into raw (state) select 0 from generate_series(1, $1)', [count]),
      )
      const work = await timed(() => Promise.all(Array.from({ length: connections }, workOff)))
      return { create, work }
    },
    close: async () => {},
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
