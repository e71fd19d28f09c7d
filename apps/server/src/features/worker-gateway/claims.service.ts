import type { ClaimRequest, Lease } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import { type ClaimedJob, claim } from '@millrace/dispatch/claim'
import type { Actor } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { fullOwners, waitingSteps } from '../jobs/running-limit.store.ts'
import { leasesOf } from './leases.store.ts'

const BACKSTOP_MS = 2000

export type ClaimService = ReturnType<typeof claimService>

/** Whose claim it is, and how to find out in the middle of a long one whether the key still holds. */
export interface Claimant {
  actor: Pick<Actor, 'userId' | 'keyId'>
  stillAllowed(): Promise<boolean>
  gone: AbortSignal
}

/** Hands jobs to workers. A claim that finds none waits for the announcement of one, with a slow poll as backstop. */
export function claimService(deps: Pick<Deps, 'db' | 'queue' | 'hub' | 'reach'>) {
  const { db, queue, hub, reach } = deps

  return {
    async claim(request: ClaimRequest, { actor, stillAllowed, gone }: Claimant): Promise<Lease[]> {
      const until = performance.now() + request.waitMs
      const bell = listenFor(request.stepIds, actor)
      try {
        for (;;) {
          if (bell.reset().isDoubtful && !(await stillAllowed()))
            throw new Problem('unauthorized', 'The key has ended.')
          const leases = await take(request)
          const left = until - performance.now()
          if (leases.length > 0 || left <= 0 || gone.aborted) return leases
          await bell.rung(Math.min(left, BACKSTOP_MS * (0.75 + Math.random() / 2)), gone)
        }
      } finally {
        bell.close()
      }
    },
  }

  async function take(request: ClaimRequest): Promise<Lease[]> {
    const leases = await asSystem(db, async (tx) => {
      const claimed: ClaimedJob[] = []
      for (const { stepId, unlimited } of await waitingSteps(tx, request.stepIds)) {
        const max = request.max - claimed.length
        if (max > 0) claimed.push(...(await takeFrom(tx, { stepId, max, worker: request.worker, unlimited })))
      }
      if (claimed.length > 0) await reach('job.claim_before_commit')
      return leasesOf(tx, claimed)
    })
    if (leases.length > 0) await reach('job.claim_after_commit')
    return leases
  }

  /** Where plans limit how many jobs run at once, jobs are taken one by one, so that no batch goes over the limit. */
  async function takeFrom(
    tx: Tx,
    from: { stepId: string; max: number; worker: string; unlimited: boolean },
  ): Promise<ClaimedJob[]> {
    if (from.unlimited) return claim(queue, tx, { ...from, fullOwners: [] })
    const claimed: ClaimedJob[] = []
    while (claimed.length < from.max) {
      const [one] = await claim(queue, tx, { ...from, max: 1, fullOwners: await fullOwners(tx) })
      if (!one) break
      claimed.push(one)
    }
    return claimed
  }

  /** Rings when one of the steps may have jobs, and when the claimant's access may have ended. */
  function listenFor(stepIds: string[], { userId, keyId }: Claimant['actor']) {
    const wanted = new Set(stepIds)
    let heard = false
    let isDoubtful = false
    let wake = () => {}
    const unsubscribe = hub.subscribe(({ c, q, a }) => {
      const doubt = c === null || a?.some((id) => id === userId || id === keyId) === true
      if (!doubt && !q.some((stepId) => wanted.has(stepId))) return
      heard = true
      isDoubtful ||= doubt
      wake()
    })
    return {
      reset: () => {
        const before = { isDoubtful }
        heard = false
        isDoubtful = false
        return before
      },
      close: unsubscribe,
      rung: (ms: number, gone: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (heard) return resolve()
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          gone.addEventListener('abort', () => wake(), { once: true })
        }),
    }
  }
}
