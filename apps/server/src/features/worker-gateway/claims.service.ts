import type { ClaimRequest, Lease } from '@millrace/contracts/worker'
import type { ClaimOptions } from '@millrace/dispatch/claim'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { claimWaiters } from './claim-waiters.ts'
import { type ClaimingActor, claimOf } from './claimed-leases.service.ts'
import { jointClaims } from './joint-claims.service.ts'

export type ClaimService = ReturnType<typeof claimService>

/** The worker that claims jobs. `stillAllowed` checks during a long claim whether the worker's key is still valid. */
export interface Claimant {
  actor: ClaimingActor
  stillAllowed(): Promise<boolean>
  gone: AbortSignal
}

/**
 * Hands jobs to workers. If no job is waiting, the claim waits for one, at most for the time that the worker requested.
 */
export function claimService({ db, hub, reach }: Pick<Deps, 'db' | 'hub' | 'reach'>) {
  const waiters = claimWaiters(hub)
  const claimJobs = jointClaims({ db, reach })
  const closing = new AbortController()

  return {
    /** Answers waiting claims with no jobs. Their workers retry, and any available server can handle the retry. */
    close: () => closing.abort(),

    /**
     * Call this when a job leased to a key has ended. Claims with this key can then take another job of the same owner.
     */
    jobEnded: waiters.jobEnded,

    async claim(request: ClaimRequest, { actor, stillAllowed, gone: hungUp }: Claimant): Promise<Lease[]> {
      const gone = AbortSignal.any([hungUp, closing.signal])
      const until = performance.now() + request.waitMs
      const isSelective = request.perOwner !== undefined
      const waiter = waiters.join(request.stepIds, {
        userId: actor.userId,
        keyId: actor.keyId,
        isSelective,
        most: request.max,
      })
      try {
        while (!gone.aborted) {
          if (waiter.beforeQuery() && !(await stillAllowed()))
            throw new Problem('unauthorized', 'The key is no longer valid.')
          const leases = await claimOnce(claimOf(actor, request), gone)
          if (gone.aborted && leases.length === 0) break
          waiter.afterQuery(leases.map((lease) => lease.stepId))
          const left = until - performance.now()
          if (leases.length > 0 || left <= 0) return leases
          await waiter.wait(left, gone)
        }
        return []
      } finally {
        waiter.leave()
      }
    },
  }

  async function claimOnce(options: ClaimOptions, gone: AbortSignal): Promise<Lease[]> {
    const leases = await claimJobs(options, gone)
    if (leases.length > 0) await reach('job.claim_after_commit')
    return leases
  }
}
