import { asSystem, type Tx } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import { leadership } from '@millrace/db/leadership'
import { deleteUnusedTags } from '@millrace/db/used-tags'
import { ensureQueue } from '@millrace/dispatch/boss'
import { requeueForgotten, requeueOrFailExpired, stepsWithoutQueue } from '@millrace/dispatch/maintenance'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { deleteAbandonedResources } from './auth/abandoned-resources.ts'
import type { Deps } from './deps.ts'
import { deleteExpiredRequests } from './features/access-requests/access-requests.service.ts'
import { deleteOldActivity } from './features/activity/activity.service.ts'
import * as missing from './features/jobs/data-missing.service.ts'
import { cascadeEnd } from './features/jobs/job-ends.service.ts'
import { deleteOldTrials } from './features/jobs/trials.service.ts'
import type { Newsletter } from './features/newsletter/newsletter.service.ts'
import { cleanUpStorage, cleanUpWholeStoreDaily } from './features/work-data/orphaned-blobs.service.ts'
import type { EngineLoop } from './features/workflows/engine-loop.ts'
import { deleteExpiredKeys } from './idempotency/idempotency.service.ts'
import { Problem } from './problem.ts'

const ATTEMPTS_INTERVAL_MS = 2000
const EXECUTIONS_INTERVAL_MS = 1000
const QUEUES_INTERVAL_MS = 30_000
const MISSING_DATA_INTERVAL_MS = 30_000
/** The interval is long, because each check reads whole files. */
const REPAIRED_DATA_INTERVAL_MS = 600_000
const STORAGE_INTERVAL_MS = 60_000
const TAGS_INTERVAL_MS = 600_000
const HOUR_MS = 3_600_000
/**
 * Delay after which hourly tasks run for the first time. It is short, so that a server that runs for less than an hour
 * also performs them.
 */
const FIRST_HOURLY_MS = 60_000
const BATCH = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Runs maintenance at intervals. Most tasks run on one server, the leader, which is replaced within seconds if it dies.
 * Every server ends expired attempts and advances due executions, because these tasks can't wait for an election. Every
 * server also checks its disk.
 */
export function startMaintenance(
  deps: Deps & { engine: Pick<EngineLoop, 'advanceDue'>; newsletter: Pick<Newsletter, 'syncIfDue'> },
): { stop(): Promise<void> } {
  const leader = leadership(deps.db.url, LOCKS.maintenance)
  const leading = (work: (deps: Deps) => Promise<unknown>) => async () => leader.isLeader() && work(deps)
  const loops = [
    every(ATTEMPTS_INTERVAL_MS, () => endExpiredAttempts(deps), deps),
    every(EXECUTIONS_INTERVAL_MS, () => deps.engine.advanceDue(), deps),
    every(QUEUES_INTERVAL_MS, leading(makeQueues), deps),
    every(MISSING_DATA_INTERVAL_MS, leading(findMissingData), deps),
    every(REPAIRED_DATA_INTERVAL_MS, leading(findRepairedData), deps),
    every(STORAGE_INTERVAL_MS, () => warnIfStorageFull(deps), deps),
    every(STORAGE_INTERVAL_MS, leading(cleanUpStorage), deps),
    every(HOUR_MS, leading(cleanUpWholeStoreDaily), deps, FIRST_HOURLY_MS),
    every(
      HOUR_MS,
      leading(({ db }) => deleteExpiredKeys(db)),
      deps,
    ),
    every(HOUR_MS, leading(deleteExpiredRequests), deps),
    every(
      TAGS_INTERVAL_MS,
      leading(({ db }) => deleteUnusedTags(db)),
      deps,
    ),
    every(HOUR_MS, leading(deleteAbandonedResources), deps, FIRST_HOURLY_MS),
    every(HOUR_MS, leading(deleteOldTrials), deps, FIRST_HOURLY_MS),
    every(HOUR_MS, leading(deleteOldActivity), deps, FIRST_HOURLY_MS),
    every(
      HOUR_MS,
      leading(() => deps.newsletter.syncIfDue()),
      deps,
      FIRST_HOURLY_MS,
    ),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await leader.close()
    },
  }
}

/** Logs a warning while uploads and results are refused for lack of disk space. */
export async function warnIfStorageFull({ storage, log }: Pick<Deps, 'storage' | 'log'>): Promise<void> {
  const { freeBytes, reserveBytes } = await storage.room()
  if (freeBytes > reserveBytes) return
  log.warn({ freeBytes, reserveBytes }, 'the disk has only its reserve left; uploads and results are refused')
}

/**
 * Ensures that every step has a queue, and that every Pending job has a message in its step's queue. Runs before the
 * first request.
 */
export async function repairQueues(deps: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await makeQueues(deps)
  await asSystem(deps.db, requeueForgotten)
}

/** Creates the queues of steps whose registration was interrupted. */
export async function makeQueues({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const id of await asSystem(db, stepsWithoutQueue)) await ensureQueue(queue, id)
}

/** Ends attempts that lost their worker or reached their time limit, and cancels the cascades of failed jobs. */
export async function endExpiredAttempts({ db }: Pick<Deps, 'db'>): Promise<void> {
  await asSystem(db, async (tx) => {
    const { requeued, failed } = await requeueOrFailExpired(tx)
    for (const job of failed) await cascadeEnd(tx, job, 'failed')
    await wakeQueuesOf(
      tx,
      requeued.map((job) => job.ownerId),
    )
  })
}

/** Makes jobs ready again if their missing data has become readable. */
export async function findMissingData(deps: Deps): Promise<void> {
  await forEachJob(deps, missing.jobsWithUnreadableData, (id) =>
    restore(deps, id, (data) => missing.isReadable(deps.storage, data)),
  )
}

/** Makes jobs ready again if their damaged data is intact again. Each file is read once, outside any transaction. */
export async function findRepairedData(deps: Deps): Promise<void> {
  const { db, storage } = deps
  const whole = new Map<string, boolean>()
  await forEachJob(deps, missing.jobsWithDamagedData, async (id) => {
    for (const data of await asSystem(db, (tx) => missing.inputsOf(tx, id))) {
      if (!whole.has(data.sha256)) whole.set(data.sha256, await missing.isIntact(storage, data))
    }
    await restore(deps, id, async (data) => whole.get(data.sha256) === true)
  })
}

/**
 * Makes a job ready again if all its data is good. A run of a workflow is also started, or ends in Error if it can’t be
 * started.
 */
async function restore({ db }: Deps, id: string, isGood: Parameters<typeof missing.restoreIfIntact>[2]): Promise<void> {
  try {
    await asSystem(db, (tx) => missing.restoreIfIntact(tx, id, isGood))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await asSystem(db, (tx) => missing.endUnstartable(tx, id, error.message))
  }
}

async function forEachJob(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  find: (tx: Tx, after: string, limit: number) => Promise<string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let after = NO_ID; ; ) {
    const ids = await asSystem(db, (tx) => find(tx, after, BATCH))
    for (const id of ids) {
      await work(id).catch((err: unknown) => log.warn({ err, job: id }, 'restoring a job failed; trying again'))
    }
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
        .catch((error: unknown) => log.warn({ err: error }, 'maintenance failed; trying again'))
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
