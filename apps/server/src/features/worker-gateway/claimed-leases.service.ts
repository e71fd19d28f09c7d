import type { Lease, NextClaim } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import { type ClaimOptions, claim } from '@millrace/dispatch/claim'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { leaseOf } from './lease-document.ts'

/** The worker that claims jobs: its key, which owns the leases, and the owner of the key, who registered the steps. */
export type ClaimingActor = Pick<Actor, 'userId' | 'keyId' | 'ownerId'>

/** Combines a worker's request with the identity of the worker. Throws a Problem for actors without an API key. */
export function claimOf({ keyId, ownerId }: ClaimingActor, request: NextClaim): ClaimOptions {
  // Leases belong to keys, so a session cannot claim jobs.
  if (keyId === undefined) throw new Problem('forbidden', 'Only workers with a worker key can claim jobs.')
  const { worker, stepIds, max, perOwner } = request
  return { worker, stepIds, max, keyId, stepOwnerId: ownerId, ...(perOwner !== undefined && { perOwner }) }
}

/**
 * Claims jobs, announces that they are running, and returns their leases. The caller must reach the failpoint
 * `job.claim_after_commit` after the commit.
 */
export async function claimLeases(tx: Tx, options: ClaimOptions, reach: Deps['reach']): Promise<Lease[]> {
  const claimed = await claim(tx, options)
  for (const { id, ownerId } of claimed) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
  if (claimed.length > 0) await reach('job.claim_before_commit')
  return claimed.map(leaseOf)
}

/**
 * Claims jobs in a separate transaction. If the worker has disconnected in the meantime, the jobs stay queued, and no
 * leases are returned.
 */
export async function claimUnlessGone(
  { db, reach }: Pick<Deps, 'db' | 'reach'>,
  options: ClaimOptions,
  gone: AbortSignal,
): Promise<Lease[]> {
  return asSystem(db, async (tx) => {
    const claimed = await claimLeases(tx, options, reach)
    if (gone.aborted) throw new Gone()
    return claimed
  }).catch(nothingIfGone)
}

/** Thrown to roll back the claim of a worker that has disconnected. */
class Gone extends Error {}

function nothingIfGone(error: unknown): Lease[] {
  if (error instanceof Gone) return []
  throw error
}
