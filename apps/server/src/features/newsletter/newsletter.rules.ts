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
/** First and last hour in which the nightly sync may start, in local time. */
const NIGHT = { from: 2, to: 4 }

/**
 * Whether the nightly sync is due. It is due at night if the last sync is more than 12 hours ago. Because the server
 * may be off at night, the sync is also due at any hour if the last sync is more than 36 hours ago, or if there was
 * none. The caller checks this once an hour.
 */
export function isDue(now: Date, last: Date | undefined): boolean {
  if (!last) return true
  const age = now.getTime() - last.getTime()
  const isNight = now.getHours() >= NIGHT.from && now.getHours() <= NIGHT.to
  return age > 36 * HOUR || (isNight && age > 12 * HOUR)
}
