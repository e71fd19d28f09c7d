import type { Tx } from '@millrace/db/act'
import { type Queue, queueOf, within } from './boss.ts'

export interface QueuedJob {
  jobId: string
  stepId: string
  ownerId: string
  /** Not before this time, for retries. */
  startAfter?: Date
}

/** Puts jobs into their steps' queues, in the transaction that makes them Pending: both happen or neither. */
export async function enqueue(queue: Queue, tx: Tx, jobs: QueuedJob[]): Promise<void> {
  for (const [stepId, ofStep] of Map.groupBy(jobs, (job) => job.stepId)) {
    const messages = ofStep.map((job) => ({
      data: { jobId: job.jobId },
      group: { id: job.ownerId },
      ...(job.startAfter && { startAfter: job.startAfter }),
    }))
    await queue.insert(queueOf(stepId), messages, { db: within(tx) })
    tx.queued(stepId)
  }
}
