const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The first moment that counts as after a time. The wire carries milliseconds and the database microseconds, so what was
 * made at the very time a client read from a document would otherwise count as made after it.
 */
export function firstAfter(time: string): Date {
  return new Date(Math.min(Date.parse(time) + 1, LAST))
}
