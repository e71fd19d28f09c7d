import type { Lease } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { passesByItself } from '../gateway/gateway-error.ts'

/*
 * A lease is ours for `leaseMs` after the start of the last heartbeat the server accepted. Three things end it:
 * the server refuses a heartbeat (canceled, or given to somebody else), no heartbeat went through in time, or the
 * job is settled. Time is the monotonic clock of this process, which goes on while the process is stopped, so a worker
 * that was suspended finds its lease over before it sends anything.
 * What must never happen: a step that goes on working although its lease is over.
 */

const PROGRESS_DELAY_MS = 300
const RETRY_MS = 1_000

export interface HeldLease {
  /** Aborts once the lease is no longer ours. */
  readonly lost: AbortSignal
  /** Travels with the next heartbeat, which comes soon. */
  setProgress(share: number): void
  /** Another call was refused because the lease is not ours. */
  giveUp(): void
  stop(): void
}

/** Sends heartbeats until `stop`, or until the lease is lost. */
export function renewLease(gateway: Pick<Gateway, 'heartbeat'>, lease: Lease): HeldLease {
  const lost = new AbortController()
  const stopped = new AbortController()
  const over = AbortSignal.any([lost.signal, stopped.signal])
  const alarm = alarmClock()
  let validUntil = performance.now() + lease.leaseMs
  let progress: number | undefined
  let sent: number | undefined
  let soon: NodeJS.Timeout | undefined

  /** One heartbeat; answers how long to wait for the next. */
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
      if (!passesByItself(error)) validUntil = Number.NEGATIVE_INFINITY
      return RETRY_MS
    }
  }

  async function beatUntilOver(): Promise<void> {
    let pause = lease.heartbeatMs
    while (!over.aborted) {
      await alarm.sleep(Math.min(pause, validUntil - performance.now()))
      if (over.aborted) return
      if (performance.now() >= validUntil) return lost.abort()
      pause = await beat()
    }
  }

  void beatUntilOver()
  over.addEventListener('abort', () => alarm.ring())
  return {
    lost: lost.signal,
    setProgress(share) {
      progress = Math.min(1, Math.max(0, share))
      soon ??= setTimeout(() => {
        soon = undefined
        if (progress !== sent) alarm.ring()
      }, PROGRESS_DELAY_MS)
    },
    giveUp: () => lost.abort(),
    stop() {
      clearTimeout(soon)
      stopped.abort()
    },
  }
}

/** A sleep that can be cut short. */
function alarmClock() {
  let ring = () => {}
  return {
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, ms))
        ring = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    ring: () => ring(),
  }
}
