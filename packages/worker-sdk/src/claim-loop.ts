import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@millrace/contracts/limits'
import type { Lease, NextClaim, StepNetwork } from '@millrace/contracts/worker'
import type { Gateway } from './gateway/gateway.ts'
import { withRetry } from './gateway/retry.ts'

const EMPTY_TOO_SOON_MS = 1_000

/**
 * The jobs to claim, and how to run them. `onAnswer` is called after each successful claim, `onFault` after each failed
 * claim that is retried.
 */
export interface ClaimOptions {
  worker: string
  stepIds: string[]
  concurrency: number
  perOwner: number
  stepNetwork(): StepNetwork
  /** When this signal aborts, no more jobs are claimed. */
  signal: AbortSignal
  /**
   * Runs a job. If `next` returns a claim, the request that completes the job includes that claim. Resolves with the
   * lease of the next job, if there is one.
   */
  run(lease: Lease, next: () => NextClaim | undefined): Promise<Lease | undefined>
  onFault(error: unknown): void
  onAnswer(): void
}

/**
 * Claims and starts jobs while there is capacity. The server holds a claim until a job is available, so an idle worker
 * sends one request every 25 s. If an empty reply arrives immediately, the loop pauses before the next request. The
 * request that completes a job also claims the next job, which then takes the completed job's place.
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
      const job: Promise<void> = runOneAfterAnother(lease, options).finally(() => running.delete(job))
      running.add(job)
    }
    if (leases.length === 0 && performance.now() - asked < EMPTY_TOO_SOON_MS) await pause(signal)
  }
  await Promise.all(running)
}

async function runOneAfterAnother(first: Lease, options: ClaimOptions): Promise<void> {
  const next = () => (options.signal.aborted ? undefined : claimOf(options, 1))
  for (let lease: Lease | undefined = first; lease; ) lease = await options.run(lease, next)
}

function claimOf({ worker, stepIds, concurrency, perOwner }: ClaimOptions, max: number): NextClaim {
  return { worker, stepIds, max, perOwner: perOwner < concurrency ? perOwner : undefined }
}

async function claim(gateway: Pick<Gateway, 'claim'>, options: ClaimOptions, max: number): Promise<Lease[]> {
  const { signal } = options
  // After a fault, claims request an immediate reply, which shows whether the server responds again.
  let waitMs: number = LIMITS.claimWaitMsMax
  const onFault = (error: unknown) => {
    waitMs = 0
    options.onFault(error)
  }
  try {
    const reply = await withRetry(
      () => gateway.claim({ ...claimOf(options, max), stepNetwork: options.stepNetwork(), waitMs }, signal),
      {
        signal,
        onFault,
      },
    )
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
