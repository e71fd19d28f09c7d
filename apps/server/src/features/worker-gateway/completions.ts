import { asSystem, type Tx } from '@millrace/db/act'
import { isLockTimeout, isUnavailable } from '@millrace/db/faults'
import * as fence from '@millrace/dispatch/lease'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { inBatches } from '#batches.ts'
import type { Deps } from '#deps.ts'
import { feedDependents } from '#features/jobs/job-feeds.service.ts'
import { lost } from './lost-lease.ts'
import { type JobOutputs, outputsOf, publishOutputs } from './outputs.service.ts'

/*
 * Jobs that end at about the same time complete in one transaction, which takes as many statements and disk flushes for
 * 25 jobs as for one. A completion never waits for a timer, only for the batch before its own.
 *
 * In a batch, no job may suffer from another. A batch skips jobs that another transaction has locked, gives up if it waits
 * for any other lock, and is rolled back if one of its jobs cannot complete. Jobs that their batch did not complete are
 * completed one by one, and if that is refused, the worker receives the reason.
 */

const BATCH_MAX = 25
const LOCK_MS = 100

interface Held {
  jobs: fence.HeldJob[]
  outputs: JobOutputs
  settlements: fence.Settlement[]
}

/** Ends runs of a workflow by `end`, and advances the workflow in the same transaction (see workflows/engine.service.ts). */
export type EndRuns = <T>(tx: Tx, executionId: string, end: () => Promise<T>) => Promise<T>

/** Completes a job, publishes its outputs and fills the slots of dependent jobs, all in one transaction. */
export function completions({
  db,
  newId,
  reach,
  endRuns,
}: Pick<Deps, 'db' | 'newId' | 'reach'> & { endRuns: EndRuns }) {
  const together = inBatches(BATCH_MAX, completeTogether)

  return async (settlement: fence.Settlement): Promise<void> => {
    if (!(await together(settlement))) await completeAlone(settlement)
    await reach('job.complete_after_commit')
  }

  /** Returns for each settlement whether it was the one that completed its job. */
  async function completeTogether(settlements: fence.Settlement[]): Promise<boolean[]> {
    const oncePerJob = [...new Map(settlements.map((one) => [one.lease.jobId, one])).values()]
    const completed = await asSystem(
      db,
      async (tx) => {
        const leases = oncePerJob.map(({ lease }) => lease)
        // Sent in this order without waiting for replies.
        const [jobs, outputs] = await Promise.all([
          fence.holdFreeLeases(tx, leases),
          outputsOf(
            tx,
            leases.map(({ jobId }) => jobId),
          ),
        ])
        // With several executions in a batch, the engine advances them.
        const executions = [...new Set(jobs.flatMap(({ parentId }) => parentId ?? []))]
        const execution = executions.length === 1 ? executions[0] : undefined
        return complete(tx, { jobs, outputs, settlements: oncePerJob }, execution)
      },
      '',
      { mayNotPrepare: true, lockMs: LOCK_MS },
    ).catch(noneUnlessUnavailable)
    return settlements.map((one) => completed.has(one.lease.jobId) && oncePerJob.includes(one))
  }

  async function completeAlone(settlement: fence.Settlement): Promise<void> {
    await asSystem(db, async (tx) => {
      const job = (await fence.holdLease(tx, settlement.lease)) ?? lost()
      const outputs = await outputsOf(tx, [job.id])
      await complete(tx, { jobs: [job], outputs, settlements: [settlement] })
    })
  }

  /** Completes the locked jobs, advances an execution, and returns the ids of the jobs. */
  async function complete(tx: Tx, { jobs, outputs, settlements }: Held, execution?: string): Promise<Set<string>> {
    const ids = new Set(jobs.map((job) => job.id))
    if (ids.size === 0) return ids
    await publishOutputs(tx, newId, { jobs, outputs })
    for (const { id, ownerId } of jobs) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
    const held = settlements.filter(({ lease }) => ids.has(lease.jobId))
    const owners = jobs.map((job) => job.ownerId)
    // Sent in this order without waiting for replies.
    const end = () => Promise.all([fence.complete(tx, held), feedDependents(tx, [...ids]), wakeQueuesOf(tx, owners)])
    await (execution === undefined ? end() : endRuns(tx, execution, end))
    if (jobs.some(({ parentId }) => parentId !== null)) await reach('workflow.child_done')
    await reach('job.complete_before_commit')
    return ids
  }
}

/** A batch that was rolled back completed no job. If the database was unavailable, the outcome is unknown. */
function noneUnlessUnavailable(error: unknown): Set<string> {
  if (isUnavailable(error) && !isLockTimeout(error)) throw error
  return new Set()
}
