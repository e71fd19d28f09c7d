import type { Lease } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import { isLockTimeout, isUnavailable } from '@millrace/db/faults'
import type { ClaimedJob, ClaimOptions } from '@millrace/dispatch/claim'
import * as fence from '@millrace/dispatch/lease'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { inBatches } from '#batches.ts'
import type { Deps } from '#deps.ts'
import { feedDependents } from '#features/jobs/job-feeds.service.ts'
import { announcedLeases, claimLeases } from './claimed-leases.service.ts'
import { outputsOfAttempts, type TaggedOutput } from './leases.store.ts'
import { lost } from './lost-lease.ts'
import { publishOutputs } from './outputs.service.ts'

/*
 * Jobs that end at about the same time complete in one transaction, which takes as many statements and disk flushes for
 * 25 jobs as for one. A completion never waits for a timer, only for the batch before its own.
 *
 * In a batch, no job may suffer from another. A batch skips jobs that another transaction has locked, gives up if it waits
 * for any other lock, and is rolled back if one of its jobs cannot complete. Jobs that their batch did not complete are
 * completed one by one, and if that is refused, the worker receives the reason.
 *
 * A worker may claim its next jobs in the transaction that completes one job, so a node of a chain costs one request and one
 * disk flush. The claim comes last, when the runs that follow exist, and waits for no lock. Larger batches leave claims to
 * requests of their own, which run beside the next batch. Only a single run that follows, such as the one after a fan-out,
 * may go to one of their workers.
 */

const BATCH_MAX = 25
const LOCK_MS = 100

/** A completion, and what its worker wants to run next. */
export interface CompletedRun extends fence.Settlement {
  next?: {
    options: ClaimOptions
    /** Aborts when the worker disconnects, so nobody would receive the leases. */
    gone: AbortSignal
  }
}

interface Held {
  jobs: fence.HeldJob[]
  files: TaggedOutput[]
  settlements: CompletedRun[]
}

/** What a worker runs after a completed job. */
export interface NextJobs {
  leases: Lease[]
  /**
   * Whether the run that follows took the place of the completed one: it has the same owner and worker, so neither may run
   * more jobs than before.
   */
  takesPlace: boolean
}

/** By completed job. */
type Completed = Map<string, NextJobs>

const NONE: NextJobs = { leases: [], takesPlace: false }

/**
 * Ends runs of a workflow by `end`, advances the workflow in the same transaction (see workflows/engine.service.ts), and then
 * does `last`. If a single run follows, it may be leased to the `taker`, and `last` receives it.
 */
export type EndRuns = <T>(
  tx: Tx,
  executionId: string,
  work: { end(): Promise<unknown>; taker?: ClaimOptions; last(handed?: ClaimedJob): Promise<T> },
) => Promise<T>

/**
 * Completes a job, publishes its outputs, fills the slots of dependent jobs and claims the worker's next jobs, all in one
 * transaction.
 */
export function completions({
  db,
  newId,
  reach,
  endRuns,
}: Pick<Deps, 'db' | 'newId' | 'reach'> & { endRuns: EndRuns }) {
  const together = inBatches(BATCH_MAX, completeTogether)

  return async (settlement: CompletedRun): Promise<NextJobs> => {
    const next = (await together(settlement)) ?? (await completeAlone(settlement))
    await reach('job.complete_after_commit')
    if (next.leases.length > 0) await reach('job.claim_after_commit')
    return next
  }

  /** Returns what follows each settlement that completed its job, and undefined for the others. */
  async function completeTogether(settlements: CompletedRun[]): Promise<(NextJobs | undefined)[]> {
    const oncePerJob = [...new Map(settlements.map((one) => [one.lease.jobId, one])).values()]
    const completed = await asSystem(
      db,
      async (tx) => {
        const leases = oncePerJob.map(({ lease }) => lease)
        // Sent in this order without waiting for replies.
        const [jobs, files] = await Promise.all([
          fence.holdFreeLeases(tx, leases),
          outputsOfAttempts(
            tx,
            leases.map(({ jobId }) => jobId),
          ),
        ])
        // With several executions in a batch, the engine advances them.
        const executions = [...new Set(jobs.flatMap(({ parentId }) => parentId ?? []))]
        const execution = executions.length === 1 ? executions[0] : undefined
        return complete(tx, { jobs, files, settlements: oncePerJob }, execution)
      },
      '',
      { mayNotPrepare: true, lockMs: LOCK_MS },
    ).catch(noneUnlessUnavailable)
    return settlements.map((one) => (oncePerJob.includes(one) ? completed.get(one.lease.jobId) : undefined))
  }

  async function completeAlone(settlement: CompletedRun): Promise<NextJobs> {
    const completed = await asSystem(db, async (tx) => {
      const job = (await fence.holdLease(tx, settlement.lease)) ?? lost()
      const files = await outputsOfAttempts(tx, [job.id])
      return complete(tx, { jobs: [job], files, settlements: [settlement] })
    })
    return completed.get(settlement.lease.jobId) ?? NONE
  }

  /** Completes the locked jobs, advances an execution, and claims the next jobs of the workers. */
  async function complete(tx: Tx, { jobs, files, settlements }: Held, execution?: string): Promise<Completed> {
    const ids = new Set(jobs.map((job) => job.id))
    if (ids.size === 0) return new Map()
    await publishOutputs(tx, newId, { jobs, files })
    for (const { id, ownerId } of jobs) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
    const held = settlements.filter(({ lease }) => ids.has(lease.jobId))
    const owners = jobs.map((job) => job.ownerId)
    // Sent in this order without waiting for replies.
    const end = () => Promise.all([fence.complete(tx, held), feedDependents(tx, [...ids]), wakeQueuesOf(tx, owners)])
    const own = new Set(jobs.flatMap(({ id, parentId }) => (parentId === (execution ?? parentId) ? id : [])))
    const taker = held.find(({ lease, next }) => next && !next.gone.aborted && own.has(lease.jobId))
    const options = taker?.next?.options
    const last = (handed?: ClaimedJob) => nextJobs(tx, held.length === 1 ? options : undefined, handed)
    const next = await (execution === undefined
      ? end().then(() => last())
      : endRuns(tx, execution, { end, ...(options && { taker: options }), last }))
    if (jobs.some(({ parentId }) => parentId !== null)) await reach('workflow.child_done')
    await reach('job.complete_before_commit')
    return new Map(held.map((one) => [one.lease.jobId, one === taker ? next : NONE]))
  }

  /** The run that was leased to the worker, or else what it claims. */
  async function nextJobs(tx: Tx, options: ClaimOptions | undefined, handed?: ClaimedJob): Promise<NextJobs> {
    if (handed) return { leases: await announcedLeases(tx, [handed], reach), takesPlace: true }
    if (!options) return NONE
    return { leases: await claimLeases(tx, { ...options, waitsForNone: true }, reach), takesPlace: false }
  }
}

/** A batch that was rolled back completed no job. If the database was unavailable, the outcome is unknown. */
function noneUnlessUnavailable(error: unknown): Completed {
  if (isUnavailable(error) && !isLockTimeout(error)) throw error
  return new Map()
}
