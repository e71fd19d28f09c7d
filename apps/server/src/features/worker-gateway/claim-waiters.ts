import type { EventHub } from '#events/hub.ts'

/*
 * Decides which of this server's waiting claims an announcement wakes.
 *
 * Every server receives every announcement. Each server first wakes the claim that has waited longest, and a second one
 * if the first can't take all messages. For each claim that found a job, the server then wakes two more, until the
 * woken claims can take all messages. If the first claims find nothing because another server was faster, the server
 * wakes no more. A message therefore costs one query per server, however many claims wait.
 *
 * A worker may limit how many jobs of one owner it runs. If such a claim finds nothing, the message may belong to an
 * owner whose jobs have reached that worker's limit. The claim then passes the message on to a claim that has not
 * queried the queue since the announcement. When one of the worker's jobs ends, the worker's claim queries again. The
 * claim does not query again if the completion leased the following run to the worker, because that run takes the place
 * of the completed job in the limit.
 *
 * No message is overlooked. A claim that was woken but ends before it has queried the queue wakes another one. A claim
 * that was querying when an announcement arrived queries again before it waits. In case an announcement is lost, one
 * claim per step queries every two seconds.
 */

const BACKSTOP_MS = 2000
const WAKES_PER_ANNOUNCEMENT = 2
const WAKES_PER_FIND = 2
const NOTHING_SEEN = -1

interface StepQueue {
  /** The number of claims for the step, waiting or not. */
  claims: number
  waiting: Set<Waiter>
  /** The number of announced messages for which no claim has been woken yet. */
  due: number
  /** The number of announcements so far. Compared before and after a query, to detect an announcement in between. */
  announced: number
}

interface Claimant {
  userId: string
  keyId?: string | undefined
  /**
   * Whether the worker limits how many jobs of one owner it runs. Such a worker may not take all messages that it was
   * woken for, so other workers must be woken for the rest.
   */
  isSelective: boolean
  /** Maximum number of jobs that the claim takes. */
  most: number
}

interface Waiter {
  queues: ReadonlyMap<string, StepQueue>
  claimant: Claimant
  needsRecheck: boolean
  /** The number of announcements for the claim's steps before its last query. */
  seen: number
  /** The step that the claim was woken for, and the step's number of announcements at that time. */
  turn: Turn | undefined
  wake(): void
}

interface Turn {
  stepId: string
  announced: number
  /** Number of messages reserved for this claim while it is awake, so that no other claim is woken for them. */
  messages: number
}

function announcementsTo({ queues }: Waiter): number {
  return queues.values().reduce((sum, queue) => sum + queue.announced, 0)
}

/** Keeps this server's waiting claims, and wakes them when messages for their steps are announced. */
export function claimWaiters(hub: Pick<EventHub, 'subscribe'>) {
  const queues = new Map<string, StepQueue>()
  const members = new Set<Waiter>()
  let backstop: NodeJS.Timeout | undefined

  hub.subscribe(({ hasGap, q, a }) => {
    for (const [stepId, messages] of q) announce(stepId, messages)
    if (hasGap) requireRecheck(() => true)
    else if (a) requireRecheck(({ userId, keyId }) => a.includes(userId) || (keyId !== undefined && a.includes(keyId)))
  })

  function announce(stepId: string, messages: number): void {
    const queue = queues.get(stepId)
    if (!queue) return
    queue.announced += 1
    queue.due += messages
    wakeNext(stepId, WAKES_PER_ANNOUNCEMENT)
  }

  /**
   * Wakes claims whose access may have been revoked or that may have missed announcements. These claims check their
   * access and query again.
   */
  function requireRecheck(isMeant: (claimant: Claimant) => boolean): void {
    for (const member of members) {
      if (!isMeant(member.claimant)) continue
      member.needsRecheck = true
      member.wake()
    }
  }

  function wakeNext(stepId: string, most: number): void {
    const queue = queues.get(stepId)
    for (let count = 0; queue && count < most && queue.due > 0; count++) {
      const [longest] = queue.waiting
      // No claim is waiting. A claim that arrives later queries before it waits.
      if (!longest) queue.due = 0
      else {
        const messages = Math.min(queue.due, longest.claimant.most)
        queue.due -= messages
        longest.turn = { stepId, announced: queue.announced, messages }
        longest.wake()
      }
    }
  }

  /** Wakes further claims after a query. `found` lists the step of each job that the query took. */
  function settle({ turn, claimant }: Waiter, found: readonly string[]): void {
    for (const [stepId, jobs] of Map.groupBy(found, (id) => id)) {
      const queue = queues.get(stepId)
      if (queue) queue.due = Math.max(queue.due - jobs.length + (turn?.stepId === stepId ? turn.messages : 0), 0)
      wakeNext(stepId, WAKES_PER_FIND)
    }
    const queue = turn && queues.get(turn.stepId)
    if (!queue || found.includes(turn.stepId)) return
    if (found.length === 0 && claimant.isSelective) {
      passOn(queue, turn)
      return
    }
    // If the claim was filled with jobs of other steps, this step's messages may still be in the queue.
    if (found.length > 0) queue.due += turn.messages
    else if (queue.announced === turn.announced) queue.due = 0
    wakeNext(turn.stepId, 1)
  }

  /**
   * Wakes another claim for a message that the current claim did not take. Chooses a claim that has not queried
   * since the last announcement.
   */
  function passOn(queue: StepQueue, turn: Turn): void {
    const other = queue.waiting.values().find((waiter) => waiter.seen < announcementsTo(waiter))
    if (!other) queue.due = 0
    else {
      other.turn = { ...turn, announced: queue.announced }
      other.wake()
    }
  }

  function wakeWithoutAnnouncement(): void {
    backstop = undefined
    const covered = new Set<string>()
    for (const [stepId, queue] of queues) {
      const [longest] = queue.waiting
      if (!longest || covered.has(stepId)) continue
      for (const other of longest.queues.keys()) covered.add(other)
      queue.due = Math.max(queue.due, 1)
      wakeNext(stepId, 1)
    }
    updateBackstop()
  }

  function updateBackstop(): void {
    if (members.size > 0) {
      backstop ??= setTimeout(wakeWithoutAnnouncement, BACKSTOP_MS * (0.75 + Math.random() / 2)).unref()
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
    /** Lets selective claims with this key query again, because a job that was leased to the key has ended. */
    jobEnded(keyId: string | undefined): void {
      for (const member of members) {
        if (!member.claimant.isSelective || member.claimant.keyId !== keyId) continue
        // If the claim is querying now, it queries again before it waits.
        member.seen = NOTHING_SEEN
        member.wake()
      }
    },

    /** Registers a claim that may have to wait. The caller must call `leave` when the claim ends. */
    join(stepIds: readonly string[], claimant: Claimant) {
      const own = enter([...new Set(stepIds)])
      const waiter: Waiter = { queues: own, claimant, needsRecheck: false, seen: 0, turn: undefined, wake: () => {} }
      members.add(waiter)
      updateBackstop()
      return {
        /** Call this before each query. Returns whether access may have been revoked since the previous query. */
        beforeQuery(): boolean {
          const { needsRecheck } = waiter
          waiter.needsRecheck = false
          waiter.seen = announcementsTo(waiter)
          return needsRecheck
        },

        afterQuery(stepsOfJobs: readonly string[]): void {
          settle(waiter, stepsOfJobs)
          waiter.turn = undefined
        },

        wait(ms: number, gone: AbortSignal): Promise<void> {
          if (gone.aborted || waiter.needsRecheck || announcementsTo(waiter) !== waiter.seen) return Promise.resolve()
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
          if (queue) queue.due += waiter.turn?.messages ?? 0
          if (waiter.turn) wakeNext(waiter.turn.stepId, 1)
          for (const [stepId, entered] of own) {
            entered.claims -= 1
            if (entered.claims === 0) queues.delete(stepId)
          }
          updateBackstop()
        },
      }
    },
  }
}
