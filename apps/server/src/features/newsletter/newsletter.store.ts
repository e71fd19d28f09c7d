import type { NewsletterSync } from '@millrace/contracts/system'
import type { Tx } from '@millrace/db/act'
import type { Subscribed } from './newsletter.rules.ts'

const LAST_SYNC = 'newsletter-sync'

/** Returns SQL for whether the user `u` wants the newsletter. A server with email requires a confirmed address. */
const wants = (mustBeVerified: string) =>
  `u.newsletter and u.banned is not true and (u.email_verified or not ${mustBeVerified})`

export interface Reader {
  [column: string]: unknown
  id: string
  email: string
  name: string
}

/** Of the given subscribers, returns those that an earlier sync subscribed. */
export async function subscribedAmong(tx: Tx, ids: number[], mustBeVerified: boolean): Promise<Subscribed[]> {
  const { rows } = await tx.query<{
    userId: string
    subscriberId: number
    email: string
    name: string
    isWanted: boolean
  }>(
    `select s.user_id as "userId", s.subscriber_id as "subscriberId", u.email, u.name,
       coalesce(${wants('$2::boolean')}, false) as "isWanted"
     from newsletter_subscriber s left join "user" u on u.id = s.user_id where s.subscriber_id = any($1)`,
    [ids, mustBeVerified],
  )
  return rows.map(({ userId, subscriberId, email, name, isWanted }) => ({
    userId,
    subscriberId,
    wanted: isWanted ? { email, name } : null,
  }))
}

/** Returns the ids of recorded subscribers: up to `limit` ids that are greater than `after`, in ascending order. */
export async function subscriberIds(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select subscriber_id as id from newsletter_subscriber where subscriber_id > $1 order by subscriber_id limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns users who want the newsletter but are not subscribed yet: up to `limit` users whose ids are greater than
 * `after`, ordered by id.
 */
export async function newReaders(
  tx: Tx,
  { after, limit, mustBeVerified }: { after: string; limit: number; mustBeVerified: boolean },
): Promise<Reader[]> {
  const { rows } = await tx.query<Reader>(
    `select u.id, u.email, u.name from "user" u
     where ${wants('$3::boolean')} and u.id > $1 and not exists (select from newsletter_subscriber s where s.user_id = u.id)
     order by u.id limit $2`,
    [after, limit, mustBeVerified],
  )
  return rows
}

/** Records which listmonk subscriber belongs to the user. Deletes another user's record of the same subscriber. */
export async function remember(tx: Tx, userId: string, subscriberId: number): Promise<void> {
  await tx.query(
    `with former as (delete from newsletter_subscriber where subscriber_id = $2 and user_id <> $1)
     insert into newsletter_subscriber (user_id, subscriber_id) values ($1, $2)
     on conflict (user_id) do update set subscriber_id = excluded.subscriber_id`,
    [userId, subscriberId],
  )
}

/** Deletes the records of subscribers. listmonk is not changed. */
export async function forget(tx: Tx, subscriberIds: number[]): Promise<void> {
  await tx.query(`delete from newsletter_subscriber where subscriber_id = any($1)`, [subscriberIds])
}

/** Turns the newsletter off for a user who has unsubscribed in listmonk, and deletes the user's record. */
export async function optOut(tx: Tx, userId: string): Promise<void> {
  await tx.query(`update "user" set newsletter = false where id = $1`, [userId])
  await tx.query(`delete from newsletter_subscriber where user_id = $1`, [userId])
}

export async function countReaders(tx: Tx, mustBeVerified: boolean): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from "user" u where ${wants('$1::boolean')}`,
    [mustBeVerified],
  )
  return rows[0]?.count ?? 0
}

/** Whether a job in this queue is waiting or running. */
export async function isQueued(tx: Tx, queueName: string): Promise<boolean> {
  const { rows } = await tx.query(`select from pgboss.job where name = $1 and state < 'completed' limit 1`, [queueName])
  return rows.length > 0
}

/** Returns the outcome of the last sync, or null before the first one. */
export async function lastSync(tx: Tx): Promise<NewsletterSync | null> {
  const { rows } = await tx.query<{ value: string }>('select value from installation where name = $1', [LAST_SYNC])
  return rows[0] ? (JSON.parse(rows[0].value) as NewsletterSync) : null
}

export async function saveSync(tx: Tx, sync: NewsletterSync): Promise<void> {
  await tx.query(
    `insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
    [LAST_SYNC, JSON.stringify(sync)],
  )
}
