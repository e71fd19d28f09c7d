const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the next millisecond. Documents show times in milliseconds, but the database stores microseconds. A filter
 * for rows created after the time that a row displays would therefore find that row, too.
 */
export function firstAfter(time: string): Date {
  return new Date(Math.min(Date.parse(time) + 1, LAST))
}
