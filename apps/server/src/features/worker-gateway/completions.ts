import type { Lease } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import { MAX_LISTED_PER_OWNER } from '@millrace/db/changes'
import { INLINE_RUNS_MAX } from '@millrace/db/execution-queue'
import { isLockTimeout, isUnavailable } from '@millrace/db/faults'
import type { ClaimedJob, ClaimOptions } from '@millrace/dispatch/claim'
import { completeJobs, type LockedBatch } from '@millrace/dispatch/completions'
import * as fence from '@millrace/dispatch/lease'
import { wakeQueuesOf, wakeWaiting } from '@millrace/dispatch/running-limit'
import { inBatches } from '#batches.ts'
import type { Deps } from '#deps.ts'
import { feedDependents } from '#features/jobs/job-feeds.service.ts'
import { claimLeases, claimUnlessGone } from './claimed-leases.service.ts'
import { leaseOf } from './lease-document.ts'
import { outputsOfAttempts } from './leases.store.ts'
import { refuseLostLease } from './lost-lease.ts'
import { publishOutputs } from './outputs.service.ts'

/*
 * Jobs that end at about the same time complete in one transaction, which takes as many statements and disk flushes for
 * 100 jobs as for one. A completion never waits for a timer, only for the preceding batch.
 *
 * In a batch, no job may hold up another or make it fail. A batch skips jobs that another transaction has locked. It is
 * rolled back if it has waited LOCK_MS for any other lock, or if one of its jobs cannot complete. Jobs that were not
 * completed in their batch are completed one by one. If such a completion is refused, the worker receives the reason.
 * If a batch changes more files and slots than one announcement can list, the last jobs of the batch are left for the
 * next batch.
 *
 * If a transaction completes only one job, the worker may claim its next jobs in the same transaction, so a node of a
 * chain costs one request and one disk flush. The claim comes last, when the runs that follow exist, and waits for no
 * lock. After larger batches, workers claim in separate requests, which run in parallel with the next batch. The
 * exception is a single run that follows, such as the run of the node after a fan-out: it may go to one of the batch's
 * workers. The statement that creates the run also leases it, and is sent together with the commit. If another job
 * precedes the run in the queue, the worker claims that job in a separate transaction.
 *
 * A batch without files takes two round trips. The first completes the jobs and returns the status of their execution.
 * The second creates the runs that follow, and commits.
 */

/**
 * Maximum number of jobs in a batch. Large batches pay off: the fixed cost of a batch equals the cost of completing 25
 * jobs, and batches with runs of the same node cannot run in parallel, so fewer batches also means less waiting.
 */
const BATCH_MAX = 100
/**
 * Maximum number of jobs, files and filled slots in a batch. One announcement must be able to list them and the runs
 * that follow. Otherwise, the owner's open pages would reload all of their data.
 */
const CHANGES_MAX = MAX_LISTED_PER_OWNER - INLINE_RUNS_MAX
const LOCK_MS = 100

/** A completion, and the worker's claim for its next jobs. */
export interface CompletedRun extends fence.Settlement {
  next?: {
    options: ClaimOptions
    /** Aborted when the worker disconnects and can no longer receive leases. */
    gone: AbortSignal
  }
}

type Locked<Deferred> = LockedBatch<Deferred> & { settlements: CompletedRun[] }

/** The jobs that a worker runs after it has completed one. */
export interface NextJobs {
  leases: Lease[]
  /**
   * Whether the run that follows the completed job was leased to the worker. If so, the worker runs as many jobs of
   * this owner as before, so its waiting claims need not query again.
   */
  takesPlace: boolean
}

/** The worker's next jobs after a completion. `leased` is used if they are known only after the commit. */
type Following = { done: NextJobs } | { leased(): Promise<ClaimedJob | undefined> }

/** The next jobs, by the id of the completed job. */
type Completed = Map<string, Following>

/** `later` marks jobs for which the batch had no room. */
type BatchOutcome = Map<string, Following | 'later'>

const NONE: NextJobs = { leases: [], takesPlace: false }

/** Advances workflows in the transaction that ends their runs (see workflows/engine.service.ts). */
export interface RunEnds<Deferred> {
  /**
   * Calls `end`, which ends runs. Returns what `followRuns` needs to advance the execution. Returns undefined if there
   * is nothing to advance now, or if the engine will advance the execution later.
   */
  endRuns(tx: Tx, executionId: string, end: () => Promise<unknown>): Promise<Deferred | undefined>
  /**
   * Advances the execution, then calls `last` and returns the result as `done`. If only one run follows and it may be
   * leased to the `taker`, returns `leased` instead of calling `last`. After the commit, `leased` returns the leased
   * run, or undefined if the run was queued.
   */
  followRuns<T>(
    tx: Tx,
    deferred: Deferred,
    also: { taker?: ClaimOptions | undefined; last(): Promise<T> },
  ): Promise<{ done: T } | { leased(): Promise<ClaimedJob | undefined> }>
}

/**
 * Returns a function that completes a job, publishes its outputs, fills inputs of dependent jobs and claims the
 * worker's next jobs, if possible in one transaction.
 */
export function completions<Deferred>({
  db,
  log,
  newId,
  reach,
  runs,
}: Pick<Deps, 'db' | 'log' | 'newId' | 'reach'> & { runs: RunEnds<Deferred> }) {
  const together = inBatches(BATCH_MAX, completeTogether)

  return async (settlement: CompletedRun): Promise<NextJobs> => {
    let outcome = await together(settlement)
    while (outcome === 'later') outcome = await together(settlement)
    const following = outcome ?? (await completeAlone(settlement))
    await reach('job.complete_after_commit')
    const next = 'done' in following ? following.done : await leasedNext(settlement, await following.leased())
    if (next.leases.length > 0) await reach('job.claim_after_commit')
    return next
  }

  /**
   * Returns one entry for each settlement: the next jobs, `later` if the batch had no room for the job, or undefined if
   * the job has to be completed alone.
   */
  async function completeTogether(settlements: CompletedRun[]): Promise<(Following | 'later' | undefined)[]> {
    const oncePerJob = [...new Map(settlements.map((one) => [one.lease.jobId, one])).values()]
    const outcomes = await asSystem(
      db,
      async (tx): Promise<BatchOutcome> => {
        const held = await completeJobs<Deferred>(tx, oncePerJob)
        if (!held) return new Map()
        const first = withRoom(held)
        const completed = await completeHeld(tx, { ...first, settlements: oncePerJob })
        return new Map(held.jobs.map(({ id }) => [id, completed.get(id) ?? 'later']))
      },
      '',
      { mayNotPrepare: true, lockMs: LOCK_MS },
    ).catch(noneUnlessUnavailable)
    return settlements.map((one) => (oncePerJob.includes(one) ? outcomes.get(one.lease.jobId) : undefined))
  }

  function noneUnlessUnavailable(err: unknown): BatchOutcome {
    if (isLockTimeout(err)) return new Map()
    if (isUnavailable(err)) throw err
    log.warn({ err }, 'a batch of completions was rolled back; its jobs are completed one by one')
    return new Map()
  }

  async function completeAlone(settlement: CompletedRun): Promise<Following> {
    const completed = await asSystem(db, async (tx) => {
      const job = (await fence.lockLeasedJob(tx, settlement.lease)) ?? refuseLostLease()
      const files = await outputsOfAttempts(tx, [job.id])
      return completeHeld(
        tx,
        { isCompleted: false, jobs: [job], files, feeds: [], settlements: [settlement] },
        { isAlone: true },
      )
    })
    return completed.get(settlement.lease.jobId) ?? { done: NONE }
  }

  async function completeHeld(tx: Tx, held: Locked<Deferred>, { isAlone = false } = {}): Promise<Completed> {
    const ids = new Set(held.jobs.map((job) => job.id))
    for (const { id, ownerId } of held.jobs) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
    const settlements = held.settlements.filter(({ lease }) => ids.has(lease.jobId))
    // If a batch has runs of several executions, or a job completes alone, the engine advances the executions later.
    const executions = [...new Set(held.jobs.flatMap(({ parentId }) => parentId ?? []))]
    const execution = executions.length === 1 && !isAlone ? executions[0] : undefined
    const deferred = await (held.isCompleted ? ended(tx, held) : end(tx, { ...held, settlements }, execution))
    const own = new Set(held.jobs.flatMap(({ id, parentId }) => (parentId === (execution ?? parentId) ? id : [])))
    const taker = settlements.find(({ lease, next }) => next && !next.gone.aborted && own.has(lease.jobId))
    const options = taker?.next?.options
    const last = () => nextJobs(tx, settlements.length === 1 ? options : undefined)
    const next = deferred ? await runs.followRuns(tx, deferred, { taker: options, last }) : { done: await last() }
    if ('leased' in next) await reach('job.claim_before_commit')
    if (executions.length > 0) await reach('workflow.child_done')
    await reach('job.complete_before_commit')
    return new Map(settlements.map((one) => [one.lease.jobId, one === taker ? next : { done: NONE }]))
  }

  /**
   * Wakes claims for queued jobs of the owners who may now run more jobs. Returns what is needed to advance the
   * execution, or undefined if this transaction does not advance it.
   */
  function ended(
    tx: Tx,
    { jobs, waiting, deferred }: Extract<Locked<Deferred>, { isCompleted: true }>,
  ): Deferred | undefined {
    wakeWaiting(tx, waiting, owners(jobs))
    return deferred ?? undefined
  }

  async function end(
    tx: Tx,
    { jobs, files, settlements }: Extract<Locked<Deferred>, { isCompleted: false }>,
    execution: string | undefined,
  ): Promise<Deferred | undefined> {
    await publishOutputs(tx, newId, { jobs, files })
    // These statements are sent in this order, without waiting for replies.
    const complete = () =>
      Promise.all([
        fence.complete(tx, settlements),
        feedDependents(
          tx,
          jobs.map(({ id }) => id),
        ),
        wakeQueuesOf(tx, owners(jobs)),
      ])
    if (execution !== undefined) return runs.endRuns(tx, execution, complete)
    await complete()
    return undefined
  }

  async function nextJobs(tx: Tx, options: ClaimOptions | undefined): Promise<NextJobs> {
    if (!options) return NONE
    return { leases: await claimLeases(tx, { ...options, waitsForNone: true }, reach), takesPlace: false }
  }

  /**
   * Returns the run that was leased to the worker. If another job came before the run, claims that job. A failed claim
   * is only logged, because the job has completed and the worker's next claim will find the same job.
   */
  async function leasedNext({ lease, next }: CompletedRun, leased: ClaimedJob | undefined): Promise<NextJobs> {
    if (leased) return { leases: [leaseOf(leased)], takesPlace: true }
    if (!next || next.gone.aborted) return NONE
    const options = { ...next.options, waitsForNone: true }
    const leases = await claimUnlessGone({ db, reach }, options, next.gone).catch((err: unknown) => {
      log.warn({ err, jobId: lease.jobId }, 'could not claim a job after a completion; its worker claims again')
      return []
    })
    return { leases, takesPlace: false }
  }
}

/** Keeps the first jobs of a batch, as many as fit into one announcement with all their changes, but at least one. */
function withRoom<Deferred>(held: LockedBatch<Deferred>): LockedBatch<Deferred> {
  if (held.isCompleted) return held
  const changed = [...held.jobs.map(({ id }) => id), ...held.files.map(({ jobId }) => jobId), ...held.feeds]
  const changesOf = Map.groupBy(changed, (id) => id)
  let changes = 0
  const jobs = held.jobs.filter(({ id }, index) => {
    changes += changesOf.get(id)?.length ?? 0
    return index === 0 || changes <= CHANGES_MAX
  })
  return { ...held, jobs }
}

function owners(jobs: readonly Pick<fence.LeasedJob, 'ownerId'>[]): string[] {
  return jobs.map(({ ownerId }) => ownerId)
}
