import type { Tx } from '@millrace/db/act'
import { type Queue, queueOf, within } from './boss.ts'

export interface QueuedJob {
  jobId: string
  stepId: string
  ownerId: string
  /** Nobody takes it before this has passed, by the clock of the database. */
  pauseMs?: number
}

/**
 * Puts jobs into their steps' queues, in the transaction that makes them Pending: both happen or neither. The queue gives
 * out the earliest turn first.
 */
export async function enqueue(queue: Queue, tx: Tx, jobs: QueuedJob[]): Promise<void> {
  const turns = await turnsOf(tx, jobs)
  for (const [stepId, ofStep] of Map.groupBy(jobs, (job) => job.stepId)) {
    const messages = ofStep.map((job) => ({
      data: { jobId: job.jobId },
      group: { id: job.ownerId },
      priority: -(turns.get(job.jobId) ?? 0),
      ...(job.pauseMs && { startAfter: job.pauseMs / 1000 }),
    }))
    const inserted = await queue.insert(queueOf(stepId), messages, { db: within(tx), returnId: true })
    if (inserted?.length !== messages.length) throw new Error(`The queue of step ${stepId} did not take its messages.`)
    tx.queued(stepId)
  }
}

async function turnsOf(tx: Tx, jobs: QueuedJob[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; turn: number }>('select id, turn from job where id = any($1)', [
    jobs.map((job) => job.jobId),
  ])
  return new Map(rows.map((row) => [row.id, row.turn]))
}
