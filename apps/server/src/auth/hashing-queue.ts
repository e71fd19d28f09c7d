import { Problem } from '#problem.ts'

/**
 * Limits how many password hashes run and wait. Requests beyond the limit are refused and may be retried. A hash
 * occupies one core and 46 MB, so a flood of sign-ins could otherwise exhaust the machine.
 */
export function hashingQueue(options: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= options.atOnce) {
      if (line.length >= options.waiting) {
        throw new Problem(
          'too-many-requests',
          'Too many people are signing in right now. Try again in a few seconds.',
          { retryAfterSeconds: 5 },
        )
      }
      await new Promise<void>((resolve) => line.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
