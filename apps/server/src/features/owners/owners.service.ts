import { PLANS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { COUNTED_TEXT_BYTES } from '@millrace/db/counted-texts'
import type { Actor } from '#access/actor.ts'
import { invalid, Problem } from '#problem.ts'
import { formatBytes } from './owners.rules.ts'
import * as store from './owners.store.ts'

/*
 * Equal content is stored once and counts once for an owner, even if several of the owner's work data share it. Whether
 * content is new to an owner, or no longer used, depends on rows that other transactions may be adding or removing. The
 * owner's row is therefore locked first, so that the following statement sees what those transactions committed.
 */

/** Returns the used storage of an owner, the owner's plan, and the plan’s limits. */
export async function usage(tx: Tx, ownerId: string) {
  const { usedBytes, plan } = await store.usage(tx, ownerId)
  const { storageBytes, fileBytes } = PLANS[plan]
  return { plan, usedBytes, storageBytes, fileBytes }
}

/**
 * Returns how many bytes of storage a request may still use, excluding what other requests have reserved. Null if
 * unlimited.
 */
export async function storageLeft(
  tx: Tx,
  ownerId: string,
  reservationId: string | null = null,
): Promise<number | null> {
  const { usedBytes, storageBytes } = await usage(tx, ownerId)
  if (storageBytes === null) return null
  return Math.max(storageBytes - usedBytes - (await store.claimedBytes(tx, ownerId, reservationId)), 0)
}

/**
 * Counts content that is new to the owner. Call this in the transaction that adds the work data, before inserting it.
 * Throws a Problem if the plan's storage would be exceeded.
 */
export async function addUsage(
  tx: Tx,
  ownerId: string,
  contents: store.Content[],
  reservationId: string | null = null,
): Promise<void> {
  // Both statements are sent in this order without waiting for replies, so the second counts what is added while the
  // first one's lock is held.
  const [, refused] = await Promise.all([
    store.lockUsage(tx, ownerId),
    store.addBytes(tx, ownerId, contents, reservationId),
  ])
  if (refused === undefined) return
  const { usedBytes, storageBytes } = await usage(tx, ownerId)
  const limit = storageBytes ?? 0
  throw new Problem(
    'over-quota',
    `This needs ${formatBytes(refused)}, but this account has only ${formatBytes(Math.max(limit - usedBytes, 0))} of ${formatBytes(limit)} left. Delete work data that you no longer need, or ask an administrator for a larger plan.`,
  )
}

/**
 * Refuses tags or parameters that are large enough to count toward the storage (counted-texts.ts) if no storage is
 * left. Call this after saving them, in the same transaction.
 */
export async function requireStorageFor(tx: Tx, ownerId: string, texts: unknown): Promise<void> {
  if (JSON.stringify(texts).length <= COUNTED_TEXT_BYTES) return
  const { usedBytes, storageBytes } = await usage(tx, ownerId)
  if (storageBytes === null || usedBytes <= storageBytes) return
  throw new Problem(
    'over-quota',
    `This account is out of storage. Tags and parameters over ${formatBytes(COUNTED_TEXT_BYTES)} count toward it. Shorten them, delete work data that you no longer need, or ask an administrator for a larger plan.`,
  )
}

/** Stops counting content that the owner no longer uses. Call this after the rows were removed. */
export async function removeUsage(tx: Tx, ownerId: string, contents: store.Content[]): Promise<void> {
  await store.lockUsage(tx, ownerId)
  await store.removeBytes(tx, ownerId, contents)
}

/** Returns the names of users and organizations by public id. Repeated ids are looked up once. */
export async function namesOf(tx: Tx, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  return wanted.length === 0 ? new Map() : store.namesOf(tx, wanted)
}

/**
 * Refuses a copy for an owner other than the user and the user's organizations, and for an organization that requires a
 * second factor that the user lacks. Call this in a system transaction, because the owner is not the active one.
 */
export async function requireCopyTo(tx: Tx, actor: Actor, ownerId: string): Promise<void> {
  if (ownerId === actor.userPublicId) return
  const fault = (message: string) => invalid([{ pointer: '/OrgId', message }])
  if (!actor.organizations.includes(ownerId)) {
    throw fault('You are not a member of an organization with this ID.')
  }
  if (await store.lacksSecondFactor(tx, ownerId, actor.userId)) {
    throw fault('This organization requires two-factor authentication. Turn it on in your settings first.')
  }
}
