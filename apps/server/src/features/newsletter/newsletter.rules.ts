import type { Subscriber } from './listmonk.ts'

/** A user whom the sync subscribed before. */
export interface Subscribed {
  userId: string
  subscriberId: number
  /** Null if the account no longer exists, is banned, has no confirmed address, or does not want the newsletter. */
  wanted: { email: string; name: string } | null
}

export type Step = 'keep' | 'update' | 'remove' | 'unsubscribed'

/**
 * Returns what the sync does with a subscriber. Users who unsubscribed with the link in an issue are not subscribed
 * again.
 */
export function stepFor({ wanted }: Subscribed, subscriber: Subscriber, list: number): Step {
  if (!wanted) return 'remove'
  const here = subscriber.lists.find(({ id }) => id === list)
  if (subscriber.status !== 'enabled' || here?.subscription_status === 'unsubscribed') return 'unsubscribed'
  const isSame = subscriber.email.toLowerCase() === wanted.email.toLowerCase() && subscriber.name === wanted.name
  return isSame ? 'keep' : 'update'
}

const HOUR = 3_600_000
/** The hours in which the nightly sync runs, in local time. */
const NIGHT = { from: 2, to: 4 }

/**
 * Whether the nightly sync is due, checked once an hour. If the server does not run at night, the sync is due at any
 * other time once the last one is older than a day and a half.
 */
export function isDue(now: Date, last: Date | undefined): boolean {
  if (!last) return true
  const age = now.getTime() - last.getTime()
  const isNight = now.getHours() >= NIGHT.from && now.getHours() <= NIGHT.to
  return age > 36 * HOUR || (isNight && age > 12 * HOUR)
}
