import { LIMITS } from '@millrace/contracts/limits'

// Dates are formatted here, because creating an `Intl` format takes 10 ms on a phone.
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
const NBSP = '\u00a0'

const THOUSANDS = /\B(?=(\d{3})+$)/g

/** Formats a count: `1284` → `1,284`. */
export function formatCount(value: number): string {
  return String(value).replace(THOUSANDS, ',')
}

/** Formats an estimate with three significant digits: `≈ 6,570,000`. */
export function formatEstimate(value: number): string {
  return `≈ ${formatCount(Number(value.toPrecision(3)))}`
}

/** Formats the count of a list: `10,000+`. The server limits counts, so the actual count may be higher. */
export function formatTotal(value: number, isPartial = value > LIMITS.countMax): string {
  const shown = formatCount(Math.min(value, LIMITS.countMax))
  return isPartial ? `${shown}+` : shown
}

/** Formats a size in decimal units with at most three digits: `48.2 MB`, `612 MB`, `0 B`. */
export function formatBytes(bytes: number): string {
  const { number, unit } = splitBytes(bytes)
  return `${number}${NBSP}${unit}`
}

/** Rounds a size as `formatBytes` does, so that displayed sizes add up to the displayed sum. */
export function roundBytes(bytes: number): number {
  const { number, unit } = splitBytes(bytes)
  return Number(number) * 1000 ** UNITS.indexOf(unit)
}

/** Formats a limit in whole units, rounded down: 10 GiB is `10 GB`. */
export function formatLimit(bytes: number): string {
  const unit = Math.max(...UNITS.map((_, step) => 1000 ** step).filter((size) => size <= Math.max(1, bytes)))
  return formatBytes(Math.floor(bytes / unit) * unit)
}

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

/** Formats a size and its limit: `41.2 of 100 GB`, with one unit if both have the same. */
export function formatBytesOf(used: number, limit: number): string {
  const a = splitBytes(used)
  const b = splitBytes(limit)
  return a.unit === b.unit || used === 0
    ? `${a.number} of ${b.number}${NBSP}${b.unit}`
    : `${a.number}${NBSP}${a.unit} of ${b.number}${NBSP}${b.unit}`
}

/** Formats a fraction as a percentage, rounded down: `0.62` → `62%`. */
export function formatPercent(fraction: number): string {
  return `${Math.floor(fraction * 100)}%`
}

/** Formats a duration: `3 min 12 s`, `1 h 04 min`, `2 d 3 h`, or `0.4 s` if below a second. */
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

/** Formats a duration precisely enough that parts add up to the whole: `139 ms`, `2.0 s`. Never zero. */
export function formatTook(ms: number): string {
  if (ms < 999.5) return `${Math.max(1, Math.round(ms))}${NBSP}ms`
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)}${NBSP}s` : formatDuration(ms)
}

/** Formats a time: relative within an hour, the time of day today, the weekday within six days, otherwise the date. */
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

/** Formats a date: `Feb 20, 2027`. */
export function formatDay(at: string | Date): string {
  const date = new Date(at)
  return `${monthOf(date).slice(0, 3)} ${date.getDate()}, ${date.getFullYear()}`
}

/** Formats a month: `March 2023`. */
export function formatMonth(at: string | Date): string {
  const date = new Date(at)
  return `${monthOf(date)} ${date.getFullYear()}`
}

/** Formats the weekday of a date: `Fri`. */
export function formatWeekday(at: string | Date): string {
  return weekdayOf(new Date(at)).slice(0, 3)
}

/** Formats a time of day: `11:02`. */
export function formatClock(at: string | Date): string {
  const date = new Date(at)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** Formats a time of day with seconds: `11:02:31`. */
export function formatClockSeconds(at: string | Date): string {
  return `${formatClock(at)}:${pad(new Date(at).getSeconds())}`
}

/** Formats the full date and time, for tooltips: `Friday, November 20, 2026 at 11:02:31 GMT+1`. */
export function formatExact(at: string | Date): string {
  const date = new Date(at)
  const day = `${weekdayOf(date)}, ${monthOf(date)} ${date.getDate()}, ${date.getFullYear()}`
  return `${day} at ${formatClockSeconds(date)} ${zoneOf(date)}`
}

/** Formats a time for text that leaves the browser: `Nov 20, 2026 at 11:02 GMT+1`. */
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

/** Formats a count with its noun: `1 file`, `2,000 files`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}

/** Formats a count of a list with its noun: `10,000+ jobs`. */
export function pluralTotal(n: number, one: string): string {
  return `${formatTotal(n)} ${n === 1 ? one : `${one}s`}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
