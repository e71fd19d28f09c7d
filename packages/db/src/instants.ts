const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The first instant that counts as later than a time on the wire. The wire has milliseconds and the database microseconds,
 * so a row created in the millisecond a client read from a document would otherwise count as created after it.
 */
export function firstAfter(time: string): Date {
  return new Date(Math.min(Date.parse(time) + 1, LAST))
}
