import type { Lease } from '@millrace/contracts/worker'
import { asSystem } from '@millrace/db/act'
import type { ClaimOptions } from '@millrace/dispatch/claim'
import type { Deps } from '#deps.ts'
import { claimLeases, claimUnlessGone } from './claimed-leases.service.ts'

/*
 * Claims for the same steps share one transaction if an announcement wakes them at the same time. Otherwise, several
 * database processes would wait for each other to write the same index pages. Jobs that start together are also likely
 * to complete in one batch.
 *
 * To rule out deadlocks, only the first claim waits for locks. The other claims skip locked jobs, so they may find
 * nothing although jobs are available. A claim that found nothing is repeated in a separate transaction, unless the
 * first claim, which skips nothing, also found no jobs. If the joint transaction is rolled back, for example because
 * one of the workers disconnected, all claims are repeated separately. Claims that limit how many jobs of one owner
 * they take are not combined, because they need a lock.
 */

/** Maximum number of claims in a transaction. With more, the last claim would wait too long. */
const CLAIMS_MAX = 4

interface Claim {
  options: ClaimOptions
  gone: AbortSignal
  reply: PromiseWithResolvers<Lease[]>
}

/** Claims jobs for one worker, possibly together with other workers. Jobs of a disconnected worker stay queued. */
export function jointClaims(deps: Pick<Deps, 'db' | 'reach'>) {
  const gathered = new Map<string, Claim[]>()

  function claimAlone({ options, gone, reply }: Claim): void {
    reply.resolve(claimUnlessGone(deps, options, gone))
  }

  async function claimTogether(claims: readonly Claim[]): Promise<void> {
    const found = await asSystem(deps.db, async (tx) => {
      const leases = await Promise.all(
        claims.map(({ options }, index) => claimLeases(tx, { ...options, waitsForNone: index > 0 }, deps.reach)),
      )
      if (claims.some(({ gone }) => gone.aborted)) throw new Error('A worker has disconnected.')
      return leases
    })
    for (const [index, claim] of claims.entries()) {
      const leases = found[index] ?? []
      if (leases.length > 0 || found[0]?.length === 0) claim.reply.resolve(leases)
      else claimAlone(claim)
    }
  }

  function start(claims: readonly Claim[]): void {
    if (claims.length > 1) claimTogether(claims).catch(() => claims.forEach(claimAlone))
    else claims.forEach(claimAlone)
  }

  /** Adds a claim to the next transaction, which starts once all claims that were woken together have been added. */
  function gather(claim: Claim): void {
    const { stepOwnerId, stepIds } = claim.options
    const steps = [stepOwnerId, ...stepIds].join(' ')
    const others = gathered.get(steps)
    if (others && others.length < CLAIMS_MAX) others.push(claim)
    else {
      const claims = [claim]
      gathered.set(steps, claims)
      queueMicrotask(() => {
        if (gathered.get(steps) === claims) gathered.delete(steps)
        start(claims)
      })
    }
  }

  return (options: ClaimOptions, gone: AbortSignal): Promise<Lease[]> => {
    const claim = { options, gone, reply: Promise.withResolvers<Lease[]>() }
    if (options.perOwner === undefined) gather(claim)
    else claimAlone(claim)
    return claim.reply.promise
  }
}
