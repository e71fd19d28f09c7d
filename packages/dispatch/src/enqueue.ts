import type { Tx } from '@millrace/db/act'
import { type Queue, queueOf, within } from './boss.ts'

export interface QueuedJob {
  jobId: string
  stepId: string
  ownerId: string
  /** Of its row, from the moment when it became Pending. */
  turn: number
  /** Nobody takes it before this has passed, by the clock of the database. */
  pauseMs?: number
}

/**
 * Puts jobs into their steps' queues, in the transaction that makes them Pending: both happen or neither. The queue gives
 * out the earliest turn first.
 */
export async function enqueue(queue: Queue, tx: Tx, jobs: QueuedJob[]): Promise<void> {
  for (const [stepId, ofStep] of Map.groupBy(jobs, (job) => job.stepId)) {
    const messages = ofStep.map((job) => ({
      data: { jobId: job.jobId },
      group: { id: job.ownerId },
      priority: -job.turn,
      ...(job.pauseMs && { startAfter: job.pauseMs / 1000 }),
    }))
    const inserted = await queue.insert(queueOf(stepId), messages, { db: within(tx), returnId: true })
    if (inserted?.length !== messages.length) throw new Error(`The queue of step ${stepId} did not take its messages.`)
    tx.queued(stepId)
  }
}
