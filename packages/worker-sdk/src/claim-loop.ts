import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@millrace/contracts/limits'
import type { Lease } from '@millrace/contracts/worker'
import type { Gateway } from './gateway/gateway.ts'
import { untilAnswered } from './gateway/retry.ts'

const EMPTY_TOO_SOON_MS = 1_000

export interface ClaimOptions {
  worker: string
  stepIds: string[]
  concurrency: number
  /** Ends the claiming. */
  signal: AbortSignal
  run(lease: Lease): Promise<void>
  onFault(error: unknown): void
  onAnswer(): void
}

/**
 * Asks for work while there is room for it and starts what comes. The question waits at the server until there is
 * work, so an idle worker costs a request every 25 s; a server that answers "nothing" at once is not asked in a hurry.
 */
export async function claimJobs(gateway: Pick<Gateway, 'claim'>, options: ClaimOptions): Promise<void> {
  const { signal, concurrency } = options
  const running = new Set<Promise<void>>()
  while (!signal.aborted) {
    const max = Math.min(concurrency - running.size, LIMITS.claimMax)
    if (max <= 0) {
      await Promise.race(running)
      continue
    }
    const asked = performance.now()
    const leases = await claim(gateway, options, max)
    for (const lease of leases) {
      const job: Promise<void> = options.run(lease).finally(() => running.delete(job))
      running.add(job)
    }
    if (leases.length === 0 && performance.now() - asked < EMPTY_TOO_SOON_MS) await pause(signal)
  }
  await Promise.all(running)
}

async function claim(gateway: Pick<Gateway, 'claim'>, options: ClaimOptions, max: number): Promise<Lease[]> {
  const { worker, stepIds, signal, onFault } = options
  const request = { worker, stepIds, max, waitMs: LIMITS.claimWaitMsMax }
  try {
    const reply = await untilAnswered(() => gateway.claim(request, signal), { signal, onFault })
    options.onAnswer()
    return reply.leases
  } catch (error) {
    if (signal.aborted) return []
    throw error
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return sleep(200 + 800 * Math.random(), undefined, { signal }).catch(() => {})
}
