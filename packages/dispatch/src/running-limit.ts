import type { Tx } from '@millrace/db/act'
import { waitingQueues } from '@millrace/db/waiting-queues'
import { LIMITED_PLANS } from './claim.ts'

/**
 * Wakes claims that can take waiting jobs of these owners, because fewer of their jobs are running now. `ownerIds`
 * contains an owner once for each job that stopped running. For each queue in which jobs of the owner wait, that many
 * claims are woken. Does nothing for owners whose plan has no limit.
 */
export async function wakeQueuesOf(tx: Tx, ownerIds: string[]): Promise<void> {
  const { rows } = await tx.query<WaitingQueue & { [column: string]: unknown }>(waitingQueues('$1', '$2'), [
    [...new Set(ownerIds)],
    LIMITED_PLANS,
  ])
  wakeWaiting(tx, rows, ownerIds)
}

/** Wakes claims for queues in which jobs of these owners wait. */
export function wakeWaiting(tx: Tx, waiting: readonly WaitingQueue[], ownerIds: readonly string[]): void {
  const jobs = Map.groupBy(ownerIds, (id) => id)
  for (const { ownerId, stepId } of waiting) tx.queued(stepId, jobs.get(ownerId)?.length)
}

export interface WaitingQueue {
  ownerId: string
  stepId: string
}
