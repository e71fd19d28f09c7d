import * as texts from './texts.ts'

const DAY_S = 86_400
const MOST_DAYS = 3650

/** Lifetimes of a new key: common choices, unlimited, or a custom number of days. */
export const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'none', label: texts.neverExpires },
  { value: 'own', label: texts.custom },
] as const

export type Lifetime = (typeof LIFETIMES)[number]['value']

/** Returns the seconds of a lifetime, or 0 if it is unlimited; undefined if the number of days is invalid. */
export function secondsOf(lifetime: Lifetime, ownDays: string): number | undefined {
  if (lifetime === 'none') return 0
  const days = Number(lifetime === 'own' ? ownDays : lifetime)
  return Number.isInteger(days) && days >= 1 && days <= MOST_DAYS ? days * DAY_S : undefined
}
