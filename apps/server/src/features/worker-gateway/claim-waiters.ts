import type { EventHub } from '#events/hub.ts'

/*
 * Which of this server's waiting claims an announcement wakes.
 *
 * Every server hears every announcement, so each wakes one claim first, the one that has waited longest, and two more for
 * each that found a job, until as many were woken as there are messages. A server whose first claim finds nothing,
 * because another server was faster, stops there: a message costs one look per server, however many claims wait.
 *
 * No message is lost to a claim that was woken in vain: a claim that ends without having looked passes its turn on, one
 * that was looking while an announcement arrived looks again before it waits, and every two seconds one claim per step
 * looks unasked, in case an announcement never arrived.
 */

const BACKSTOP_MS = 2000
const WAKES_PER_FIND = 2

/** One step's queue, as seen by this server. */
interface StepQueue {
  /** Claims that offer the step, waiting or not. */
  claims: number
  waiting: Set<Waiter>
  /** Announced messages for which no claim was woken yet. */
  due: number
  /** Counts announcements, to notice one that arrived in the meantime. */
  announced: number
}

interface Claimant {
  userId: string
  keyId?: string | undefined
}

interface Waiter {
  queues: ReadonlyMap<string, StepQueue>
  claimant: Claimant
  isDoubtful: boolean
  /** The step it was woken for, and how many announcements that step had had by then. */
  turn: { stepId: string; announced: number } | undefined
  wake(): void
}

export type ClaimWaiters = ReturnType<typeof claimWaiters>

export function claimWaiters(hub: Pick<EventHub, 'subscribe'>) {
  const queues = new Map<string, StepQueue>()
  const members = new Set<Waiter>()
  let backstop: NodeJS.Timeout | undefined

  hub.subscribe(({ hasGap, q, a }) => {
    for (const [stepId, messages] of q) announce(stepId, messages)
    if (hasGap) doubt(() => true)
    else if (a) doubt(({ userId, keyId }) => a.includes(userId) || (keyId !== undefined && a.includes(keyId)))
  })

  function announce(stepId: string, messages: number): void {
    const queue = queues.get(stepId)
    if (!queue) return
    queue.announced += 1
    queue.due += messages
    wakeNext(stepId, 1)
  }

  /** The access of these claimants may have been revoked, or announcements were missed: each checks, and looks. */
  function doubt(isMeant: (claimant: Claimant) => boolean): void {
    for (const member of members) {
      if (!isMeant(member.claimant)) continue
      member.isDoubtful = true
      member.wake()
    }
  }

  function wakeNext(stepId: string, most: number): void {
    const queue = queues.get(stepId)
    for (let count = 0; queue && count < most && queue.due > 0; count++) {
      const [longest] = queue.waiting
      // A claim that comes later looks before it waits.
      if (!longest) queue.due = 0
      else {
        queue.due -= 1
        longest.turn = { stepId, announced: queue.announced }
        longest.wake()
      }
    }
  }

  /** Passes turns on after a look, which took jobs of the steps in `found`. */
  function settle({ turn }: Waiter, found: readonly string[]): void {
    for (const [stepId, jobs] of Map.groupBy(found, (id) => id)) {
      const queue = queues.get(stepId)
      if (queue) queue.due = Math.max(queue.due - jobs.length + (turn?.stepId === stepId ? 1 : 0), 0)
      wakeNext(stepId, WAKES_PER_FIND)
    }
    const queue = turn && queues.get(turn.stepId)
    if (!queue || found.includes(turn.stepId)) return
    // Jobs of other steps filled it up before it came to this step.
    if (found.length > 0) queue.due += 1
    else if (queue.announced === turn.announced) queue.due = 0
    wakeNext(turn.stepId, 1)
  }

  function lookUnasked(): void {
    backstop = undefined
    const covered = new Set<string>()
    for (const [stepId, queue] of queues) {
      const [longest] = queue.waiting
      if (!longest || covered.has(stepId)) continue
      for (const other of longest.queues.keys()) covered.add(other)
      queue.due = Math.max(queue.due, 1)
      wakeNext(stepId, 1)
    }
    keepBackstop()
  }

  function keepBackstop(): void {
    if (members.size > 0) {
      backstop ??= setTimeout(lookUnasked, BACKSTOP_MS * (0.75 + Math.random() / 2)).unref()
      return
    }
    clearTimeout(backstop)
    backstop = undefined
  }

  function enter(stepIds: readonly string[]): Map<string, StepQueue> {
    const entered = new Map<string, StepQueue>()
    for (const stepId of stepIds) {
      const queue = queues.get(stepId) ?? { claims: 0, waiting: new Set<Waiter>(), due: 0, announced: 0 }
      queue.claims += 1
      queues.set(stepId, queue)
      entered.set(stepId, queue)
    }
    return entered
  }

  return {
    /** A claim that may have to wait. It must `leave`. */
    join(stepIds: readonly string[], claimant: Claimant) {
      const own = enter([...new Set(stepIds)])
      const waiter: Waiter = { queues: own, claimant, isDoubtful: false, turn: undefined, wake: () => {} }
      const announced = () => [...own.values()].reduce((sum, queue) => sum + queue.announced, 0)
      let seen = 0
      members.add(waiter)
      keepBackstop()
      return {
        /** Call it before each look. Says whether the claimant's access may have been revoked since the last one. */
        look(): boolean {
          const { isDoubtful } = waiter
          waiter.isDoubtful = false
          seen = announced()
          return isDoubtful
        },

        /** Call it after each look, with the steps of the jobs that were taken. */
        found(stepsOfJobs: readonly string[]): void {
          settle(waiter, stepsOfJobs)
          waiter.turn = undefined
        },

        /** Resolves when this claim should look again, after `ms`, or when its worker has gone. */
        wait(ms: number, gone: AbortSignal): Promise<void> {
          if (gone.aborted || waiter.isDoubtful || announced() !== seen) return Promise.resolve()
          return new Promise((resolve) => {
            const end = () => {
              clearTimeout(timer)
              gone.removeEventListener('abort', end)
              for (const queue of own.values()) queue.waiting.delete(waiter)
              waiter.wake = () => {}
              resolve()
            }
            const timer = setTimeout(end, ms)
            gone.addEventListener('abort', end)
            waiter.wake = end
            for (const queue of own.values()) queue.waiting.add(waiter)
          })
        },

        leave(): void {
          members.delete(waiter)
          const queue = waiter.turn && own.get(waiter.turn.stepId)
          if (queue) queue.due += 1
          if (waiter.turn) wakeNext(waiter.turn.stepId, 1)
          for (const [stepId, entered] of own) {
            entered.claims -= 1
            if (entered.claims === 0) queues.delete(stepId)
          }
          keepBackstop()
        },
      }
    },
  }
}
