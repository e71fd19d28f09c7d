import { asActor, asSystem } from '../packages/db/src/act.ts'
import type { Database } from '../packages/db/src/connect.ts'
import { newUuidV7 } from '../packages/db/src/new-id.ts'
import { ensureQueue, startQueue } from '../packages/dispatch/src/boss.ts'
import { claim } from '../packages/dispatch/src/claim.ts'
import { enqueueLast, QUEUED } from '../packages/dispatch/src/enqueue.ts'
import { complete } from '../packages/dispatch/src/lease.ts'
import { listen } from '../packages/dispatch/src/listen.ts'

/** Measures the time from the start of a job to its claim, in milliseconds. */
export interface Latency {
  once(): Promise<number>
  close(): Promise<void>
}

const OWNER = newUuidV7()

/** Measures Millrace's claims, which are woken by announcements. */
export async function ourClaims(databaseUrl: string, db: Database): Promise<Latency> {
  const queue = await startQueue(db, { onError: (error) => console.error(error) })
  const stepId = await aStep(db)
  await ensureQueue(queue, stepId)
  let wake = () => {}
  const hub = listen(databaseUrl, {
    onAnnouncement: ({ q }) => q.some(([id]) => id === stepId) && wake(),
    onReconnect: () => {},
  })
  await hub.ready

  async function take(): Promise<void> {
    const [taken] = await asSystem(db, (tx) =>
      claim(tx, { stepIds: [stepId], max: 1, worker: 'bench', keyId: OWNER, stepOwnerId: OWNER }),
    )
    if (!taken) throw new Error('The queue was empty.')
    takenAt = performance.now()
    await asSystem(db, (tx) =>
      complete(tx, [{ lease: { jobId: taken.id, token: taken.leaseToken, keyId: OWNER }, result: undefined }]),
    )
  }
  let takenAt = 0

  return {
    async once() {
      const id = newUuidV7()
      await asActor(db, { ownerId: OWNER, userPublicId: OWNER }, (tx) =>
        tx.query(`insert into job (id, owner_id, created_by, name, step_id) values ($1, $2, $2, 'bench', $3)`, [
          id,
          OWNER,
          stepId,
        ]),
      )
      await asActor(db, { ownerId: OWNER, userPublicId: OWNER }, (tx) =>
        tx.query(`update job set state = 'ReadyForProcessing' where id = $1`, [id]),
      )
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const begun = performance.now()
      await asActor(db, { ownerId: OWNER, userPublicId: OWNER }, async (tx) => {
        const text = `update job set state = 'Pending' where id = $1 returning ${QUEUED}`
        enqueueLast(tx, stepId, { text, values: [id] })
        tx.changed({ type: 'Job', event: 'Changed', id, ownerId: OWNER })
      })
      await woken
      await take()
      return takenAt - begun
    },
    async close() {
      await hub.close()
      await queue.stop({ graceful: false })
    },
  }
}

/** Measures the baseline: the time from a durable commit with a NOTIFY until a listener receives the notification. */
export async function bareNotify(databaseUrl: string, db: Database): Promise<Latency> {
  await db.pool.query('create table bare (id serial primary key, at timestamptz default now())')
  let wake = () => {}
  const hub = listen(databaseUrl, { onAnnouncement: () => wake(), onReconnect: () => {} })
  await hub.ready
  return {
    async once() {
      const heard = new Promise<void>((resolve) => {
        wake = resolve
      })
      const begun = performance.now()
      await db.pool.query(
        `with made as (insert into bare default values returning id) select pg_notify('millrace', '{"c":[],"q":[]}') from made`,
      )
      await heard
      return performance.now() - begun
    },
    close: () => hub.close(),
  }
}

async function aStep(db: Database): Promise<string> {
  const id = newUuidV7()
  await asSystem(db, async (tx) => {
    await tx.query(`insert into owner (id, kind, name, plan) values ($1, 'user', 'bench', 'enterprise')`, [OWNER])
    await tx.query(
      `insert into processing_step (id, owner_id, created_by, function_name, version, version_key, title, input_slots, output_slots, manifest,
         deployment_state)
       values ($1, $2, $2, 'bench', '1.0.0', '1', 'bench', '[]', '[]', '{}', 'External')`,
      [id, OWNER],
    )
  })
  return id
}
