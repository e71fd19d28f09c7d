import { Problem } from '#problem.ts'

/** Limits each user's concurrent requests, so that one user's hundred previews do not delay others. */
export function concurrencyLimit(limit: number) {
  const running = new Map<string, number>()

  return async function run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const count = running.get(person) ?? 0
    if (count >= limit) throw new Problem('busy', 'Your other previews come first.', { retryAfterSeconds: 1 })
    running.set(person, count + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(person) ?? 1) - 1
      if (left === 0) running.delete(person)
      else running.set(person, left)
    }
  }
}
