import type { ClaimRequest, Lease } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import { type ClaimedJob, type ClaimOptions, claim } from '@millrace/dispatch/claim'
import { crowdedOwners, waitingSteps } from '@millrace/dispatch/running-limit'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
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
  const closing = new AbortController()

  return {
    /** Waiting claims end with nothing; workers ask again, wherever somebody answers. */
    close: () => closing.abort(),

    async claim(request: ClaimRequest, { actor, stillAllowed, gone: hungUp }: Claimant): Promise<Lease[]> {
      const gone = AbortSignal.any([hungUp, closing.signal])
      const until = performance.now() + request.waitMs
      const bell = listenFor(request.stepIds, actor)
      try {
        while (!gone.aborted) {
          if (bell.reset().isDoubtful && !(await stillAllowed()))
            throw new Problem('unauthorized', 'The key has ended.')
          const leases = await take({ ...request, keyId: keyOf(actor) }, gone)
          const left = until - performance.now()
          if (leases.length > 0 || left <= 0) return leases
          await bell.rung(Math.min(left, BACKSTOP_MS * (0.75 + Math.random() / 2)), gone)
        }
        return []
      } finally {
        bell.close()
      }
    },
  }

  /** Takes what there is. Whoever hung up meanwhile gets nothing: the jobs stay where they were. */
  async function take(request: ClaimRequest & { keyId: string }, gone: AbortSignal): Promise<Lease[]> {
    const leases = await asSystem(db, async (tx) => {
      const claimed: ClaimedJob[] = []
      const { steps, fullOwners } = await waitingSteps(tx, request.stepIds)
      for (const stepId of steps) {
        const { max, worker, keyId } = request
        await takeFrom(tx, { stepId, max, worker, keyId, fullOwners }, claimed)
      }
      for (const { id, ownerId } of claimed) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
      if (claimed.length > 0) await reach('job.claim_before_commit')
      const found = await leasesOf(tx, claimed)
      if (gone.aborted) throw new Gone()
      return found
    }).catch(nothingIfGone)
    if (leases.length > 0) await reach('job.claim_after_commit')
    return leases
  }

  /** Adds jobs of one step. A batch that would run more jobs of one owner than the plan allows is taken one by one. */
  async function takeFrom(tx: Tx, from: ClaimOptions, claimed: ClaimedJob[]): Promise<void> {
    const full = [...from.fullOwners]
    let atOnce = from.max
    while (claimed.length < from.max) {
      const max = Math.min(atOnce, from.max - claimed.length)
      const { jobs, crowded } = await tryToTake(tx, { ...from, max, fullOwners: full }, claimed.length === 0)
      claimed.push(...jobs)
      if (crowded.length === 0 && jobs.length < max) return
      if (max > 1) atOnce = 1
      else full.push(...crowded)
    }
  }

  async function tryToTake(tx: Tx, options: ClaimOptions, mayWait: boolean) {
    await tx.query('savepoint claim')
    const jobs = await claim(queue, tx, options)
    const owners = new Set(jobs.map((one) => one.ownerId))
    const crowded = await crowdedOwners(tx, [...owners], { mayWait })
    if (crowded.length === 0) return { jobs, crowded }
    await tx.query('rollback to savepoint claim')
    return { jobs: [], crowded }
  }

  /** Rings when one of the steps may have jobs, and when the claimant's access may have ended. */
  function listenFor(stepIds: string[], { userId, keyId }: Claimant['actor']) {
    const wanted = new Set(stepIds)
    let heard = false
    let isDoubtful = false
    let wake = () => {}
    const unsubscribe = hub.subscribe(({ hasGap, q, a }) => {
      const doubt = hasGap || a?.some((id) => id === userId || id === keyId) === true
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
          const timer = setTimeout(() => wake(), ms)
          const hungUp = () => wake()
          wake = () => {
            clearTimeout(timer)
            gone.removeEventListener('abort', hungUp)
            resolve()
          }
          gone.addEventListener('abort', hungUp)
        }),
    }
  }
}

/** Leases are for one key. Whoever came in without one gets none. */
function keyOf({ keyId }: Claimant['actor']): string {
  if (keyId === undefined) throw new Problem('forbidden', 'Jobs are handed to workers with a key of their own.')
  return keyId
}

/** Rolls a claim back: its worker hung up before it could get the jobs. */
class Gone extends Error {}

function nothingIfGone(error: unknown): Lease[] {
  if (error instanceof Gone) return []
  throw error
}
