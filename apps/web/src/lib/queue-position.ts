import { LIMITS } from '@millrace/contracts/limits'
import { formatCount } from './format.ts'

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/**
 * Describes the position of a queued job: `Next in line.`, `3rd in line`, `At least 1,000 jobs ahead`. If the position
 * is unknown, only that the job is queued.
 */
export function queuePosition(ahead: number | undefined): string {
  if (ahead === undefined) return 'Queued.'
  if (ahead === 0) return 'Next in line.'
  if (ahead >= LIMITS.jobsAheadMax) return `At least ${formatCount(LIMITS.jobsAheadMax)} jobs ahead`
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(ahead + 1)
  return `${formatCount(ahead + 1)}${ENDINGS[rule] ?? 'th'} in line`
}
