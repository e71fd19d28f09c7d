import type { NewsletterSync } from '@millrace/contracts/system'
import { asSystem } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import { OutboundError } from '#outbound/outbound.ts'
import { type Listmonk, RefusedSubscriber, type Subscriber } from './listmonk.ts'
import { actionFor, type Subscribed } from './newsletter.rules.ts'
import * as store from './newsletter.store.ts'

const BATCH = 500

type Counts = Pick<NewsletterSync, 'created' | 'updated' | 'removed' | 'unsubscribed' | 'refused' | 'error'>

interface Sync {
  db: Deps['db']
  listmonk: Listmonk
  mustBeVerified: boolean
  counts: Counts
}

/**
 * Subscribes users who want the newsletter and removes those who no longer do. Leaves other subscribers alone. Records
 * each change once listmonk has confirmed it, so that the next sync can finish a sync that was stopped.
 */
export async function syncNewsletter(
  deps: Pick<Deps, 'db' | 'now' | 'env' | 'log'>,
  listmonk: Listmonk,
): Promise<NewsletterSync> {
  const startedAt = deps.now().toISOString()
  const counts: Counts = { created: 0, updated: 0, removed: 0, unsubscribed: 0, refused: 0, error: null }
  const sync = { db: deps.db, listmonk, mustBeVerified: deps.env.SMTP_URL !== undefined, counts }
  let isComplete = false
  try {
    await alignSubscribers(sync)
    await subscribeNewReaders(sync)
    isComplete = true
  } catch (error) {
    if (!(error instanceof OutboundError)) deps.log.error({ err: error }, 'the newsletter sync failed')
    counts.error = error instanceof OutboundError ? withStop(error.message) : 'Unexpected error. See the server log.'
  }
  return { startedAt, finishedAt: deps.now().toISOString(), ...counts, isComplete }
}

/** Updates or removes the subscribers of earlier syncs, and records who has unsubscribed. */
async function alignSubscribers(sync: Sync): Promise<void> {
  const { db, listmonk, mustBeVerified } = sync
  const listed = new Set<number>()
  const changes: { known: Subscribed; subscriber: Subscriber }[] = []
  for await (const page of listmonk.pages()) {
    const ids = page.map(({ id }) => id)
    const known = await asSystem(db, (tx) => store.subscribedAmong(tx, ids, mustBeVerified))
    const subscribers = new Map(page.map((subscriber) => [subscriber.id, subscriber]))
    for (const row of known) {
      listed.add(row.subscriberId)
      const subscriber = subscribers.get(row.subscriberId)
      if (subscriber && actionFor(row, subscriber, listmonk.list) !== 'keep') changes.push({ known: row, subscriber })
    }
  }
  for (const { known, subscriber } of changes) await attempt(sync, () => align(sync, known, subscriber))
  await forgetUnlisted(db, listed)
}

async function align({ db, listmonk, counts }: Sync, known: Subscribed, subscriber: Subscriber): Promise<void> {
  const action = actionFor(known, subscriber, listmonk.list)
  if (action === 'remove') {
    await listmonk.remove(subscriber)
    await asSystem(db, (tx) => store.forget(tx, [subscriber.id]))
    counts.removed += 1
  } else if (action === 'unsubscribed') {
    await asSystem(db, (tx) => store.optOut(tx, known.userId))
    counts.unsubscribed += 1
  } else if (known.wanted) {
    await listmonk.update(subscriber, known.wanted)
    counts.updated += 1
  }
}

/** Forgets subscribers that listmonk no longer has. Users who still want the newsletter are then added again. */
async function forgetUnlisted(db: Deps['db'], listed: Set<number>): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await asSystem(db, (tx) => store.subscriberIds(tx, after, BATCH))
    const unlisted = ids.filter((id) => !listed.has(id))
    if (unlisted.length > 0) await asSystem(db, (tx) => store.forget(tx, unlisted))
    if (ids.length < BATCH) return
    after = ids.at(-1) ?? after
  }
}

async function subscribeNewReaders(sync: Sync): Promise<void> {
  const { db, mustBeVerified } = sync
  for (let after = ''; ; ) {
    const readers = await asSystem(db, (tx) => store.newReaders(tx, { after, limit: BATCH, mustBeVerified }))
    for (const reader of readers) await attempt(sync, () => subscribe(sync, reader))
    if (readers.length < BATCH) return
    after = readers.at(-1)?.id ?? after
  }
}

async function subscribe({ db, listmonk, counts }: Sync, { id, email, name }: store.Reader): Promise<void> {
  const subscriberId = await listmonk.create(email, name).catch(async (error: unknown) => {
    const isTaken = error instanceof RefusedSubscriber && error.status === 409
    const existing = isTaken ? await listmonk.find(email) : undefined
    if (!existing) throw error
    if (existing.status !== 'enabled') return undefined
    await listmonk.add(existing.id)
    return existing.id
  })
  await asSystem(db, (tx) => (subscriberId === undefined ? store.optOut(tx, id) : store.remember(tx, id, subscriberId)))
  counts[subscriberId === undefined ? 'unsubscribed' : 'created'] += 1
}

async function attempt({ counts }: Sync, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RefusedSubscriber)) throw error
    counts.refused += 1
    counts.error = withStop(error.message)
  }
}

function withStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
