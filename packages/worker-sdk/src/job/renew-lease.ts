import type { Lease } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { isTransient } from '../gateway/gateway-error.ts'

/*
 * The lease lasts for `leaseMs` from the start of the last heartbeat that the server accepted. The lease ends if the
 * server refuses a heartbeat (the job was canceled or claimed again), if no heartbeat succeeds in time, or when the job
 * is settled. Time is measured with a monotonic clock, which keeps running while this process is suspended. So a worker
 * that was suspended sends nothing before it has noticed that its lease has expired. A step whose lease has expired is
 * killed after half a second at most (step-process.ts).
 */

const PROGRESS_DELAY_MS = 300
const RETRY_MS = 1_000

/** A lease that is renewed until it is stopped or lost. */
export interface HeldLease {
  readonly lost: AbortSignal
  /** Sets the progress that the next heartbeat reports. */
  setProgress(share: number): void
  /** Marks the lease as lost. Call this after the server has refused another request because of the lease. */
  giveUp(): void
  stop(): void
}

/** Sends heartbeats until `stop`, or until the lease is lost. */
export function renewLease(gateway: Pick<Gateway, 'heartbeat'>, lease: Lease): HeldLease {
  const lost = new AbortController()
  const stopped = new AbortController()
  const over = AbortSignal.any([lost.signal, stopped.signal])
  const sleeper = interruptibleSleep()
  let validUntil = performance.now() + lease.leaseMs
  let progress: number | undefined
  let sent: number | undefined
  let soon: NodeJS.Timeout | undefined

  /** Sends a heartbeat. Returns the delay before the next one. */
  async function beat(): Promise<number> {
    const began = performance.now()
    const share = progress
    const inTime = AbortSignal.any([over, AbortSignal.timeout(Math.max(1, Math.ceil(validUntil - began)))])
    try {
      const reply = await gateway.heartbeat(lease, { progress: share }, inTime)
      validUntil = began + reply.leaseMs
      sent = share
      return progress === sent ? lease.heartbeatMs : PROGRESS_DELAY_MS
    } catch (error) {
      if (!isTransient(error)) validUntil = Number.NEGATIVE_INFINITY
      return RETRY_MS
    }
  }

  async function beatUntilOver(): Promise<void> {
    let pause = lease.heartbeatMs
    while (!over.aborted) {
      await sleeper.sleep(Math.min(pause, validUntil - performance.now()))
      if (over.aborted) return
      if (performance.now() >= validUntil) return lost.abort()
      pause = await beat()
    }
  }

  void beatUntilOver()
  over.addEventListener('abort', () => sleeper.wake())
  return {
    lost: lost.signal,
    setProgress(share) {
      progress = Math.min(1, Math.max(0, share))
      soon ??= setTimeout(() => {
        soon = undefined
        if (progress !== sent) sleeper.wake()
      }, PROGRESS_DELAY_MS)
    },
    giveUp: () => lost.abort(),
    stop() {
      clearTimeout(soon)
      stopped.abort()
    },
  }
}

function interruptibleSleep() {
  let wake = () => {}
  return {
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, ms))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wake(),
  }
}
