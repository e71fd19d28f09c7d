const RECENT_MS = 60_000

/** Remembers, for a minute, the owners whose jobs ran, and the owners whose jobs ended their processes. */
export function recentOwners() {
  const used = new Map<string, number>()
  const spent = new Map<string, number>()

  return {
    record(ownerId: string, isProcessUsable: boolean): void {
      used.set(ownerId, performance.now())
      if (!isProcessUsable) spent.set(ownerId, performance.now())
    },

    /** Whether jobs of the owner recently ended their processes, and other owners recently used the worker. */
    mustSpare(ownerId: string): boolean {
      for (const times of [used, spent]) forgetOld(times)
      return spent.has(ownerId) && used.keys().some((other) => other !== ownerId)
    },
  }
}

function forgetOld(times: Map<string, number>): void {
  for (const [ownerId, at] of times) if (performance.now() - at > RECENT_MS) times.delete(ownerId)
}
