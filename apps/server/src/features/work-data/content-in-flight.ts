const counts = new Map<string, number>()

/**
 * Content that requests of this process have stored but not yet recorded. Equal content is stored once, so a rejected
 * upload must not delete what another upload is about to record. Requests on other servers are protected by the minimum
 * age of content that the sweep deletes, and by the check in every transaction that records content.
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
