const counts = new Map<string, number>()

/**
 * Contents that requests of this process have stored and not yet recorded. Equal content is one object, so a refused
 * upload must not delete what another one is about to record. Other servers are protected by the minimum age of the
 * sweep, and by the check of every transaction that records content.
 */
export const contentInFlight = {
  enter: (sha256: string): void => {
    counts.set(sha256, (counts.get(sha256) ?? 0) + 1)
  },

  leave(sha256: string): void {
    const left = (counts.get(sha256) ?? 0) - 1
    if (left > 0) counts.set(sha256, left)
    else counts.delete(sha256)
  },

  has: (sha256: string): boolean => counts.has(sha256),
}
