import type { Subscriber } from './listmonk.ts'

/** A user whom an earlier sync subscribed. */
export interface Subscribed {
  userId: string
  subscriberId: number
  /** Null if the account is gone, banned, unconfirmed on a server with SMTP, or does not want the newsletter. */
  wanted: { email: string; name: string } | null
}

export type SyncAction = 'keep' | 'update' | 'remove' | 'unsubscribed'

/** Returns what the sync does with a subscriber. Users who unsubscribed in listmonk are not subscribed again. */
export function actionFor({ wanted }: Subscribed, subscriber: Subscriber, list: number): SyncAction {
  if (!wanted) return 'remove'
  const here = subscriber.lists.find(({ id }) => id === list)
  if (subscriber.status !== 'enabled' || here?.subscription_status === 'unsubscribed') return 'unsubscribed'
  const isSame = subscriber.email.toLowerCase() === wanted.email.toLowerCase() && subscriber.name === wanted.name
  return isSame ? 'keep' : 'update'
}

const HOUR = 3_600_000
/** First and last hour in which the nightly sync starts, in local time. */
const NIGHT = { from: 2, to: 4 }

/**
 * Whether the nightly sync is due, checked once an hour: at night after 12 hours without a sync, at any hour after 36
 * hours or without any sync, because the server may be off at night.
 */
export function isDue(now: Date, last: Date | undefined): boolean {
  if (!last) return true
  const age = now.getTime() - last.getTime()
  const isNight = now.getHours() >= NIGHT.from && now.getHours() <= NIGHT.to
  return age > 36 * HOUR || (isNight && age > 12 * HOUR)
}
