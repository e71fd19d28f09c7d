import { LIMITS } from '@millrace/contracts/limits'

const count = new Intl.NumberFormat('en-US')
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
/** Between a number and its unit. */
const NBSP = '\u00a0'

/** `1284` → `1,284`. */
export function formatCount(value: number): string {
  return count.format(value)
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

/** Decimal sizes with three digits that matter: `48.2 MB`, `612 MB`, `0 B`. */
export function formatBytes(bytes: number): string {
  const { number, unit } = splitBytes(bytes)
  return `${number}${NBSP}${unit}`
}

/** Number and unit apart, for places that set the unit in another colour. */
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

/** `0.62` → `62 %`. */
export function formatPercent(fraction: number): string {
  return `${Math.floor(fraction * 100)}${NBSP}%`
}

/** `3 min 12 s`, `1 h 04 min`, `2 d 3 h`; below a second `0.4 s`. */
export function formatDuration(ms: number): string {
  if (ms < 950) return `${(Math.max(0, ms) / 1000).toFixed(1)}${NBSP}s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds}${NBSP}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}${NBSP}min ${pad(seconds % 60)}${NBSP}s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours}${NBSP}h ${pad(minutes % 60)}${NBSP}min`
  return `${Math.floor(hours / 24)}${NBSP}d ${hours % 24}${NBSP}h`
}

/** Under an hour relative, today the clock, this week the weekday, else the day. */
export function formatWhen(at: string | Date, now = new Date()): string {
  const date = new Date(at)
  const minutes = (now.getTime() - date.getTime()) / 60_000
  if (minutes >= 0 && minutes < 1) return 'just now'
  if (minutes >= 0 && minutes < 60) return `${Math.floor(minutes)}${NBSP}min ago`
  if (date.toDateString() === now.toDateString()) return clock.format(date)
  if (minutes > 0 && minutes < 6 * 24 * 60) return weekday.format(date).replace(' ', ', ').replace(',,', ',')
  return date.getFullYear() === now.getFullYear() ? dayAndTime.format(date) : dayAndYear.format(date)
}

/** `20 Feb 2027`. */
export function formatDay(at: string | Date): string {
  return dayAndYear.format(new Date(at))
}

/** `March 2023`. */
export function formatMonth(at: string | Date): string {
  return monthAndYear.format(new Date(at))
}

/** `11:02`. */
export function formatClock(at: string | Date): string {
  return clock.format(new Date(at))
}

/** The whole truth, for tooltips. */
export function formatExact(at: string | Date): string {
  return exact.format(new Date(at))
}

/** `1 file`, `2 files`, with thousands set apart. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}

/** The same of a total from a list: `10,000+ jobs`. */
export function pluralTotal(n: number, one: string): string {
  return `${formatTotal(n)} ${n === 1 ? one : `${one}s`}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
