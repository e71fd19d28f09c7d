/*
 * All owners share the event loop, so work that keeps it busy delays everyone. Long work, such as receiving an upload,
 * gives way to the requests of other owners. Before each slice of work, it waits until none of those requests is
 * running. The wait is limited, so that the work also proceeds on a busy server.
 */

/** A request that takes longer than this, such as a waiting claim, no longer counts as running. */
const LONGEST_MS = 1000
/** An owner with more concurrent requests than this floods the server. A page of the web app sends half as many. */
const MANY = 12
/**
 * A request of a flooding owner gives way for at most this time, multiplied by the owner's concurrent requests and
 * divided by `MANY`. While other owners are active, this limits the owner to 120 requests per second. Two cores handle
 * more than twice as many.
 */
const FLOOD_WAIT_MS = 100

/** For this long after a request starts, its owner counts as using the server. */
const SHARED_MS = 1000

interface Waiting {
  ownerId: string
  proceed(): void
}

export type Foreground = ReturnType<typeof foregroundRequests>

/** Keeps track of the running requests of each owner and of the work that gives way to them. */
export function foregroundRequests({ longestMs = LONGEST_MS, floodWaitMs = FLOOD_WAIT_MS } = {}) {
  const counts = new Map<string, number>()
  const waiting = new Set<Waiting>()
  /** The newest request, and the newest request of any other owner. */
  let newest = { ownerId: '', at: Number.NEGATIVE_INFINITY }
  let newestOther = newest
  let total = 0
  let isWaking = false

  function hasOthers(ownerId: string): boolean {
    return total > (counts.get(ownerId) ?? 0)
  }

  function note(ownerId: string): void {
    if (ownerId !== newest.ownerId) newestOther = newest
    newest = { ownerId, at: performance.now() }
  }

  function add(ownerId: string, change: 1 | -1): void {
    const count = (counts.get(ownerId) ?? 0) + change
    if (count > 0) counts.set(ownerId, count)
    else counts.delete(ownerId)
    total += change
  }

  /** Lets one task proceed in each turn of the event loop, so that a new request is noticed before the next task. */
  function wake(): void {
    isWaking = false
    for (const one of waiting) {
      if (hasOthers(one.ownerId)) continue
      one.proceed()
      wakeSoon()
      return
    }
  }

  function wakeSoon(): void {
    if (isWaking || waiting.size === 0) return
    isWaking = true
    setImmediate(wake)
  }

  return {
    /** Counts a request as running until the returned function is called, but for `longestMs` at most. */
    enter(ownerId: string): () => void {
      add(ownerId, 1)
      note(ownerId)
      let hasEnded = false
      const leave = () => {
        if (hasEnded) return
        hasEnded = true
        clearTimeout(timer)
        add(ownerId, -1)
        wakeSoon()
      }
      const timer = setTimeout(leave, longestMs).unref()
      return leave
    },

    giveWay,

    /** Whether another owner has sent a request within the last second. */
    isShared(ownerId: string): boolean {
      const { at } = ownerId === newest.ownerId ? newestOther : newest
      return performance.now() - at < SHARED_MS
    },

    giveWayIfMany(ownerId: string): Promise<void> | undefined {
      const count = counts.get(ownerId) ?? 0
      return count > MANY ? giveWay(ownerId, (floodWaitMs * count) / MANY) : undefined
    },
  }

  function giveWay(ownerId: string, mostMs: number): Promise<void> | undefined {
    if (!hasOthers(ownerId)) return undefined
    return new Promise((resolve) => {
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(one)
        resolve()
      }
      const one = { ownerId, proceed }
      const timer = setTimeout(proceed, mostMs)
      waiting.add(one)
    })
  }
}
