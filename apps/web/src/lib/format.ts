import { LIMITS } from '@millrace/contracts/limits'

// Dates are put together here, because a format of `Intl` takes a phone 10 ms to make.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
/** Between a number and its unit. */
const NBSP = '\u00a0'

const THOUSANDS = /\B(?=(\d{3})+$)/g

/** `1284` → `1,284`. */
export function formatCount(value: number): string {
  return String(value).replace(THOUSANDS, ',')
}

/** An estimate in three digits: `≈ 6,570,000`. */
export function formatEstimate(value: number): string {
  return `≈ ${formatCount(Number(value.toPrecision(3)))}`
}

/** A count from a list, which may be too low: the server counts up to a limit. `10,000+`. */
export function formatTotal(value: number, isPartial = value > LIMITS.countMax): string {
  const shown = formatCount(Math.min(value, LIMITS.countMax))
  return isPartial ? `${shown}+` : shown
}

/** Decimal sizes with three significant digits: `48.2 MB`, `612 MB`, `0 B`. */
export function formatBytes(bytes: number): string {
  const { number, unit } = splitBytes(bytes)
  return `${number}${NBSP}${unit}`
}

/** The size that `formatBytes` shows, for sums that add up on the page. */
export function roundBytes(bytes: number): number {
  const { number, unit } = splitBytes(bytes)
  return Number(number) * 1000 ** UNITS.indexOf(unit)
}

/** A limit in whole units, never more than it is: 10 GiB is `10 GB`. */
export function formatLimit(bytes: number): string {
  const unit = Math.max(...UNITS.map((_, step) => 1000 ** step).filter((size) => size <= Math.max(1, bytes)))
  return formatBytes(Math.floor(bytes / unit) * unit)
}

/** Number and unit apart, for places that set the unit in another color. */
function splitBytes(bytes: number): { number: string; unit: string } {
  let step = 0
  let value = bytes
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1000
    step += 1
  }
  const digits = step === 0 || value >= 99.95 ? 0 : 1
  return { number: value.toFixed(digits).replace(/\.0$/, ''), unit: UNITS[step] ?? 'B' }
}

/** `41.2 of 100 GB`: one unit for both when they share it. */
export function formatBytesOf(used: number, limit: number): string {
  const a = splitBytes(used)
  const b = splitBytes(limit)
  return a.unit === b.unit || used === 0
    ? `${a.number} of ${b.number}${NBSP}${b.unit}`
    : `${a.number}${NBSP}${a.unit} of ${b.number}${NBSP}${b.unit}`
}

/** `0.62` → `62%`. */
export function formatPercent(fraction: number): string {
  return `${Math.floor(fraction * 100)}%`
}

/** `3 min 12 s`, `1 h 04 min`, `2 d 3 h`; below a second `0.4 s`. */
export function formatDuration(ms: number): string {
  if (ms < 50) return `0${NBSP}s`
  if (ms < 950) return `${(ms / 1000).toFixed(1)}${NBSP}s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds}${NBSP}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}${NBSP}min ${pad(seconds % 60)}${NBSP}s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours}${NBSP}h ${pad(minutes % 60)}${NBSP}min`
  return `${Math.floor(hours / 24)}${NBSP}d ${hours % 24}${NBSP}h`
}

/** How long something took, so precisely that parts add up to the whole: `139 ms`, `2.0 s`. Never zero. */
export function formatTook(ms: number): string {
  if (ms < 999.5) return `${Math.max(1, Math.round(ms))}${NBSP}ms`
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)}${NBSP}s` : formatDuration(ms)
}

/** A relative time within the last hour; otherwise the time of day today, the weekday this week, or the date. */
export function formatWhen(at: string | Date, now = new Date()): string {
  const date = new Date(at)
  const minutes = (now.getTime() - date.getTime()) / 60_000
  if (minutes >= 0 && minutes < 1) return 'just now'
  if (minutes >= 0 && minutes < 60) return `${Math.floor(minutes)}${NBSP}min ago`
  if (date.toDateString() === now.toDateString()) return formatClock(date)
  if (minutes > 0 && minutes < 6 * 24 * 60) return `${formatWeekday(date)}, ${formatClock(date)}`
  const day = formatDay(date)
  return date.getFullYear() === now.getFullYear() ? `${day.slice(0, -', 2027'.length)}, ${formatClock(date)}` : day
}

/** `Feb 20, 2027`. */
export function formatDay(at: string | Date): string {
  const date = new Date(at)
  return `${monthOf(date).slice(0, 3)} ${date.getDate()}, ${date.getFullYear()}`
}

/** `March 2023`. */
export function formatMonth(at: string | Date): string {
  const date = new Date(at)
  return `${monthOf(date)} ${date.getFullYear()}`
}

/** `Fri`. */
export function formatWeekday(at: string | Date): string {
  return weekdayOf(new Date(at)).slice(0, 3)
}

/** `11:02`. */
export function formatClock(at: string | Date): string {
  const date = new Date(at)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** `11:02:31`. */
export function formatClockSeconds(at: string | Date): string {
  return `${formatClock(at)}:${pad(new Date(at).getSeconds())}`
}

/** The full date and time, for tooltips: `Friday, November 20, 2026 at 11:02:31 GMT+1`. */
export function formatExact(at: string | Date): string {
  const date = new Date(at)
  const day = `${weekdayOf(date)}, ${monthOf(date)} ${date.getDate()}, ${date.getFullYear()}`
  return `${day} at ${formatClockSeconds(date)} ${zoneOf(date)}`
}

/** For texts that leave the browser: `Nov 20, 2026 at 11:02 GMT+1`. */
export function formatMinute(at: string | Date): string {
  return `${formatDay(at)} at ${formatClock(at)} ${zoneOf(new Date(at))}`
}

function zoneOf(date: Date): string {
  const ahead = -date.getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return ahead === 0 ? 'GMT' : `GMT${ahead > 0 ? '+' : '−'}${hours}${minutes > 0 ? `:${pad(minutes)}` : ''}`
}

function monthOf(date: Date): string {
  return MONTHS[date.getMonth()] ?? ''
}

function weekdayOf(date: Date): string {
  return WEEKDAYS[date.getDay()] ?? ''
}

/** `1 file`, `2 files`, with thousands set apart. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}

/** A total from a list with its noun: `10,000+ jobs`. */
export function pluralTotal(n: number, one: string): string {
  return `${formatTotal(n)} ${n === 1 ? one : `${one}s`}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
