const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The next millisecond after a time from a client. Documents show milliseconds and the database stores microseconds, so a
 * row would otherwise count as created after its own creation time.
 */
export function firstAfter(time: string): Date {
  return new Date(Math.min(Date.parse(time) + 1, LAST))
}
