const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the next millisecond. Documents show times in milliseconds, but the database stores microseconds, so a row
 * would otherwise be found by a filter for rows created after its own displayed time.
 */
export function firstAfter(time: string): Date {
  return new Date(Math.min(Date.parse(time) + 1, LAST))
}
