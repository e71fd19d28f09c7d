import { asSystem, type Tx } from '@millrace/db/act'
import { ensureQueue } from '@millrace/dispatch/boss'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { requeueForgotten, stepsWithoutQueue, sweepExpiredLeases } from '@millrace/dispatch/sweep'
import { sweepAbandoned } from './auth/abandoned.ts'
import type { Deps } from './deps.ts'
import * as missing from './features/jobs/data-missing.service.ts'
import { cascadeEnd } from './features/jobs/job-ends.service.ts'
import { sweepOrphanedBlobs } from './features/work-data/orphaned-blobs.service.ts'
import { deleteExpiredKeys } from './idempotency/idempotency.service.ts'

const LEASE_SWEEP_MS = 2000
const FILE_SWEEP_MS = 3_600_000
/** Not at the start, when there is enough to do; but soon, for a server that never runs for an hour. */
const FIRST_FILE_SWEEP_MS = 60_000
const QUEUE_SWEEP_MS = 30_000
const DATA_SWEEP_MS = 30_000
/** Looking means reading whole files. */
const MENDED_SWEEP_MS = 600_000
const KEY_SWEEP_MS = 3_600_000
const BATCH = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * What the server does by itself, forever: takes back lost leases, makes missing queues, finds missing data again,
 * unlinks bytes that nothing names, forgets old idempotency keys, and removes what deleted accounts left.
 */
export function startMaintenance(deps: Deps): { stop(): Promise<void> } {
  const loops = [
    every(LEASE_SWEEP_MS, () => sweepLeases(deps), deps),
    every(QUEUE_SWEEP_MS, () => makeQueues(deps), deps),
    every(DATA_SWEEP_MS, () => findMissingData(deps), deps),
    every(MENDED_SWEEP_MS, () => findMendedData(deps), deps),
    every(FILE_SWEEP_MS, () => sweepOrphanedBlobs(deps), deps, FIRST_FILE_SWEEP_MS),
    every(KEY_SWEEP_MS, () => deleteExpiredKeys(deps.db), deps),
    every(FILE_SWEEP_MS, () => sweepAbandoned(deps), deps, FIRST_FILE_SWEEP_MS),
  ]
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}

/** Before the first request: every step has its queue, and every Pending job its message. */
export async function repairQueues(deps: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await makeQueues(deps)
  await asSystem(deps.db, requeueForgotten)
}

/** Makes the queues of steps that have none: whoever registered them died before it could. */
export async function makeQueues({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const id of await asSystem(db, stepsWithoutQueue)) await ensureQueue(queue, id)
}

/** Ends the attempts of lost workers, and cancels what depends on the jobs that fail with them. */
export async function sweepLeases({ db }: Pick<Deps, 'db'>): Promise<void> {
  await asSystem(db, async (tx) => {
    const { requeued, failed } = await sweepExpiredLeases(tx)
    for (const job of failed) await cascadeEnd(tx, job, 'failed')
    for (const ownerId of new Set(requeued.map((job) => job.ownerId))) await wakeQueuesOf(tx, ownerId)
  })
}

/** Makes jobs ready again that missed data which can be read again. Their owners start them, as they started them before. */
export async function findMissingData({ db, storage }: Deps): Promise<void> {
  await forEachJob(db, missing.lookingForBytes, (id) =>
    asSystem(db, (tx) => missing.findAgain(tx, id, (data) => missing.isReadable(storage, data))),
  )
}

/** The same for jobs whose data were damaged: every file is read once, with no transaction open. */
export async function findMendedData({ db, storage }: Deps): Promise<void> {
  const whole = new Map<string, boolean>()
  await forEachJob(db, missing.lookingForMendedBytes, async (id) => {
    for (const data of await asSystem(db, (tx) => missing.inputsOf(tx, id))) {
      if (!whole.has(data.sha256)) whole.set(data.sha256, await missing.isWhole(storage, data))
    }
    await asSystem(db, (tx) => missing.findAgain(tx, id, async (data) => whole.get(data.sha256) === true))
  })
}

/** Goes through the jobs that a query finds, in the order of their ids. */
async function forEachJob(
  db: Deps['db'],
  find: (tx: Tx, after: string, limit: number) => Promise<string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let after = NO_ID; ; ) {
    const ids = await asSystem(db, (tx) => find(tx, after, BATCH))
    for (const id of ids) await work(id)
    if (ids.length < BATCH) return
    after = ids.at(-1) ?? NO_ID
  }
}

function every(ms: number, work: () => Promise<unknown>, { log }: Pick<Deps, 'log'>, firstMs = ms) {
  let stopped = false
  let timer: NodeJS.Timeout
  let running: Promise<unknown> = Promise.resolve()
  const next = (pause: number) => {
    timer = setTimeout(() => {
      running = work()
        .catch((error: unknown) => log.warn({ err: error }, 'maintenance failed; it is tried again'))
        .then(() => {
          if (!stopped) next(ms)
        })
    }, pause)
  }
  next(firstMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
