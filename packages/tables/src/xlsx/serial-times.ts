import type { CellFormat } from './cell-formats.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The serial number of 29 February 1900, which did not exist, but which Excel counts. */
const FALSE_LEAP_DAY = 60

/** Formats a serial number as text. Workbooks store dates and times as serial numbers. Undefined if out of range. */
export function serialText(
  serial: number,
  format: Exclude<CellFormat, 'number'>,
  isFrom1904: boolean,
): string | undefined {
  if (serial < 0 || serial >= 2_958_466) return undefined
  if (format === 'duration') return durationText(serial * DAY_MS)
  if (format === 'clock' && serial < 1) return clockText(serial * DAY_MS)
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < FALSE_LEAP_DAY ? 31 : 30)
  const moment = new Date(epoch + Math.round(serial * DAY_MS))
  return format === 'moment in UTC' ? moment.toISOString() : momentText(moment)
}

/**
 * Formats a date and time without a time zone. Omits midnight, because workbooks store a date as midnight of that day.
 */
export function momentText(date: Date): string {
  const [day, clock = ''] = date.toISOString().slice(0, -1).split('T')
  return clock === '00:00:00.000' ? `${day}` : `${day} ${clock.replace(/\.000$/, '')}`
}

/** Formats a duration as hours, minutes and seconds, such as `30:00:00`. */
function durationText(ms: number): string {
  const rounded = Math.round(ms)
  const hours = Math.floor(rounded / HOUR_MS)
  return clockText(rounded % HOUR_MS).replace(/^00/, String(hours).padStart(2, '0'))
}

/** Formats a time of day, such as `14:30:00`. */
export function clockText(ms: number): string {
  const text = new Date(Math.round(ms)).toISOString()
  return text.slice(text.indexOf('T') + 1, -1).replace(/\.000$/, '')
}
