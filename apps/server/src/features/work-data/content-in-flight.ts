const counts = new Map<string, number>()

/**
 * Content that requests of this process have stored but not recorded yet. Equal content is stored once, so a rejected
 * upload must not delete content that another upload is about to record. Uploads on other servers are protected in two
 * ways: maintenance only deletes old content, and each transaction that records content checks that it still exists.
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
