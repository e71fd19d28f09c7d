const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the time one millisecond later. Documents omit the microseconds of stored times. Without the added
 * millisecond, a filter for rows created after a displayed time would also find the row with that time.
 */
export function firstAfter(time: string): Date {
  return new Date(Math.min(Date.parse(time) + 1, LAST))
}
