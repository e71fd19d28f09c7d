/** The parsed form of a time that a user typed in a condition. */
export interface TypedTime {
  /** The time in UTC, such as `2024-03-01 14:30:00.5`. */
  moment: string
  /** Whether only a date was given. */
  isDay: boolean
}

const TIME =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/**
 * Parses a date, or a date and time with an optional UTC offset, such as `2024-03-01 14:30+02`. Undefined for anything
 * else.
 */
export function timeOf(text: string): TypedTime | undefined {
  const found = TIME.exec(text.trim())
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const date = new Date(0)
  date.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day)
  const isDate = year !== 0 && date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  if (!isDate || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined
  date.setUTCHours(hour ?? 0, (minute ?? 0) - offsetMinutes(found[8]), second)
  const fraction = found[7] === undefined ? '' : `.${found[7].slice(0, 6)}`
  const moment = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}`
  return { moment, isDay: found[4] === undefined }
}

function offsetMinutes(offset: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset ?? '') ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0))
}
