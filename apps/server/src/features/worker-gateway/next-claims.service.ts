import { LIMITS } from '@millrace/contracts/limits'
import type { Lease } from '@millrace/contracts/worker'
import type { Tx } from '@millrace/db/act'
import type { ClaimOptions } from '@millrace/dispatch/claim'
import type { Deps } from '#deps.ts'
import { claimLeases } from './claimed-leases.service.ts'

/** A worker's wish to claim more jobs when its job has completed. */
export interface WantedJobs {
  options: ClaimOptions
  /** Aborts when the worker disconnects, so nobody would receive the leases. */
  gone: AbortSignal
}

/**
 * Claims jobs for workers whose jobs this transaction completes. Equal claims, such as those of one worker that runs many
 * jobs at once, are made together. Returns the leases by wish.
 */
export async function claimNext(
  tx: Tx,
  wanted: readonly WantedJobs[],
  reach: Deps['reach'],
): Promise<Map<WantedJobs, Lease[]>> {
  const present = wanted.filter(({ gone }) => !gone.aborted)
  const equal = Map.groupBy(present, ({ options: { max: _, ...rest } }) => JSON.stringify(rest))
  const shared = await Promise.all([...equal.values()].map((wishes) => claimTogether(tx, wishes, reach)))
  return new Map(shared.flat())
}

async function claimTogether(tx: Tx, wishes: WantedJobs[], reach: Deps['reach']): Promise<[WantedJobs, Lease[]][]> {
  const [first] = wishes
  if (!first) return []
  const max = Math.min(
    wishes.reduce((sum, { options }) => sum + options.max, 0),
    LIMITS.claimMax,
  )
  const leases = await claimLeases(tx, { ...first.options, max, waitsForNone: true }, reach)
  return wishes.map((wish) => [wish, leases.splice(0, wish.options.max)])
}
