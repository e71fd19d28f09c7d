import type { Tx } from '@millrace/db/act'
import { Problem } from '#problem.ts'
import { formatBytes } from './owners.rules.ts'
import * as store from './owners.store.ts'

export const { namesOf, removeUsage, usage } = store

/**
 * Counts content that is new to the owner. Call it in the transaction that adds the work data, before they are inserted.
 * Throws a Problem if the plan's storage would be exceeded.
 */
export async function addUsage(tx: Tx, ownerId: string, contents: store.Content[]): Promise<void> {
  const refused = await store.addUsage(tx, ownerId, contents)
  if (refused === undefined) return
  const { usedBytes, storageBytes } = await store.usage(tx, ownerId)
  const limit = storageBytes ?? 0
  throw new Problem(
    'over-quota',
    `This needs ${formatBytes(refused)}, but only ${formatBytes(Math.max(limit - usedBytes, 0))} of ${formatBytes(limit)} are left. Delete work data that you no longer need, or ask an administrator for a larger plan.`,
  )
}
