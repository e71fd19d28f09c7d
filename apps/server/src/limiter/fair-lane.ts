import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#problem.ts'

/*
 * Shares one resource between owners. Each owner may run `perOwner` tasks at a time, and all owners together `total`.
 * Further tasks wait in a queue per owner. When a task ends, the next owner in rotation starts one, so an owner with a
 * hundred waiting tasks delays another owner's first task by the duration of one task, not of a hundred.
 *
 * A task that waited for `waitMs` is refused. In lanes of short requests, `waitMs` is less than 5 s, because many
 * clients give up after 5 s without a reply and handle a refusal better than a timeout. Lanes count only the tasks of
 * this process (ADR 038).
 */

export interface LaneRule {
  /** A plural noun for what the lane limits, as used in error messages. */
  what: string
  perOwner: number
  total: number
  /** How many tasks of one owner may wait. */
  waiting: number
  waitMs: number
  /** If set, the delay of a refusal grows with the number of pending refusals, up to this value. */
  refusalMs?: number
  /**
   * Pause after a task before its owner can start another in its place, as a multiple of the task's duration, up to
   * `REST_MAX_MS`. The pause leaves time for other owners, and applies only while other owners use the server.
   */
  rest?: number
}

interface Owner {
  /** Tasks that run or rest. */
  running: number
  /** Refusals that have yet to be sent. */
  refused: number
  queue: Waiting[]
}

interface Waiting {
  start(): void
  timer: NodeJS.Timeout
}

export type FairLane = ReturnType<typeof fairLane>

/** `isShared` says whether other owners use the server. */
export function fairLane(rule: LaneRule, isShared: (ownerId: string) => boolean = () => false) {
  /** The owners with running or waiting tasks. The next owner in the rotation is first. */
  const owners = new Map<string, Owner>()
  let running = 0

  /**
   * Waits for a place in the lane, and returns a function that frees it. Throws a Problem if the owner's queue is full,
   * or if no place becomes free within `waitMs`.
   */
  async function enter(ownerId: string): Promise<() => void> {
    const owner = owners.get(ownerId) ?? { running: 0, refused: 0, queue: [] }
    if (mayRun(owner)) begin(ownerId, owner)
    else if (owner.queue.length < rule.waiting) await wait(ownerId, owner)
    else throw await slowRefusal(owner)
    const began = performance.now()
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      running -= 1
      const restMs = isShared(ownerId) ? (performance.now() - began) * (rule.rest ?? 0) : 0
      if (restMs === 0) return end(ownerId, owner)
      setTimeout(end, Math.min(restMs, REST_MAX_MS), ownerId, owner)
      startNext()
    }
  }

  async function run<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
    const leave = await enter(ownerId)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Delays a refusal, because some clients ignore `Retry-After` and retry immediately. In lanes with `refusalMs`, the
   * delay grows with the number of pending refusals.
   */
  async function slowRefusal(owner: Owner): Promise<Problem> {
    const problem = refusal(rule, owner)
    const delay = Math.min(REFUSAL_MS + owner.refused * MORE_REFUSALS_MS, rule.refusalMs ?? REFUSAL_MS)
    owner.refused += 1
    await sleep(delay)
    owner.refused -= 1
    return problem
  }

  function mayRun(owner: Owner): boolean {
    return running < rule.total && owner.running < rule.perOwner
  }

  function begin(ownerId: string, owner: Owner): void {
    owner.running += 1
    running += 1
    moveToEnd(ownerId, owner)
  }

  function end(ownerId: string, owner: Owner): void {
    owner.running -= 1
    moveToEnd(ownerId, owner)
    startNext()
  }

  function startNext(): void {
    for (const [nextId, next] of owners) {
      const first = mayRun(next) ? next.queue.shift() : undefined
      if (!first) continue
      clearTimeout(first.timer)
      begin(nextId, next)
      first.start()
      return
    }
  }

  function wait(ownerId: string, owner: Owner): Promise<void> {
    owners.set(ownerId, owner)
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        owner.queue = owner.queue.filter((one) => one !== waiting)
        if (isIdle(owner)) owners.delete(ownerId)
        reject(refusal(rule, owner))
      }
      const waiting = { start: resolve, timer: setTimeout(giveUp, rule.waitMs).unref() }
      owner.queue.push(waiting)
    })
  }

  function moveToEnd(ownerId: string, owner: Owner): void {
    owners.delete(ownerId)
    if (!isIdle(owner)) owners.set(ownerId, owner)
  }

  return { total: rule.total, enter, run }
}

function isIdle({ running, queue }: Owner): boolean {
  return running === 0 && queue.length === 0
}

function refusal({ what, perOwner, waiting }: LaneRule, { running }: Owner): Problem {
  if (running < perOwner)
    return new Problem('busy', `The server is busy with other ${what}. Try again in a moment.`, {
      retryAfterSeconds: RETRY_SECONDS,
    })
  const more = waiting > 0 ? `, plus ${waiting} waiting` : ''
  const detail = `The limit for ${what} is ${perOwner} at a time${more}. Wait until one finishes, or send fewer at the same time.`
  return new Problem('too-many-requests', detail, { retryAfterSeconds: RETRY_SECONDS })
}

const RETRY_SECONDS = 2
const REST_MAX_MS = 1000
/** Delay of a refusal, and the additional delay for each other pending refusal. */
const REFUSAL_MS = 1000
const MORE_REFUSALS_MS = 25
