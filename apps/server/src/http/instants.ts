/**
 * The first moment that counts as after a time. The wire carries milliseconds and the database microseconds, so what was
 * made at the very time a client read from a document would otherwise count as made after it.
 */
export function firstAfter(time: string): Date {
  return new Date(Date.parse(time) + 1)
}
