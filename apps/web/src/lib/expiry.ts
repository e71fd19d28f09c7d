import { formatWhen, plural } from './format.ts'

/** A validity period in words. */
export interface Expiry {
  words: string
  /** `soon` if less than `soonDays` are left, `over` after the end. */
  urgency: 'none' | 'later' | 'soon' | 'over'
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SOON_DAYS = 7

/** Describes when something expires. */
export function expiryOf(expiresAt: string | null, now: Date, soonDays = SOON_DAYS): Expiry {
  if (expiresAt === null) return { words: 'never', urgency: 'none' }
  const left = new Date(expiresAt).getTime() - now.getTime()
  if (left <= 0) return { words: `expired ${formatWhen(expiresAt, now)}`, urgency: 'over' }
  const days = Math.round(left / DAY_MS)
  return { words: textFor(left, days), urgency: days < soonDays ? 'soon' : 'later' }
}

function textFor(left: number, days: number): string {
  if (left < HOUR_MS) return 'in less than an hour'
  if (left < DAY_MS) return `in ${plural(Math.round(left / HOUR_MS), 'hour')}`
  return `in ${plural(days, 'day')}`
}
