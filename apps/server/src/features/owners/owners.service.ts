import { PLANS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { COUNTED_TEXT_BYTES } from '@millrace/db/counted-texts'
import type { Actor } from '#access/actor.ts'
import { invalid, Problem } from '#problem.ts'
import { formatBytes } from './owners.rules.ts'
import * as store from './owners.store.ts'

/*
 * Equal content is stored once and counts once for an owner, even if several of the owner's files have it. Whether
 * content is new to an owner, or no longer used, depends on rows that other transactions may be adding or removing. So
 * the owner's row is locked first. Statements after the lock see what those transactions committed.
 */

export async function usage(tx: Tx, ownerId: string) {
  const { usedBytes, plan } = await store.usage(tx, ownerId)
  const { storageBytes, fileBytes } = PLANS[plan]
  return { plan, usedBytes, storageBytes, fileBytes }
}

/**
 * Returns how many bytes of storage are left after subtracting the unpublished outputs of jobs and all reservations
 * except `reservationId`. Null if storage is unlimited.
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
 * Increases the owner's used storage by the size of the content that the owner does not have yet. Call this before
 * inserting the work data, in the same transaction. Throws a Problem if the plan's limit would be exceeded.
 */
export async function addUsage(
  tx: Tx,
  ownerId: string,
  contents: store.Content[],
  reservationId: string | null = null,
): Promise<void> {
  // Both statements are sent without waiting for replies. The second runs under the lock that the first takes, so it
  // sees all changes.
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
 * Throws a Problem if the owner exceeds the plan's storage and these tags or parameters are large enough to count
 * toward it (counted-texts.ts). Call this after saving them, in the same transaction.
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

/**
 * Reduces the used storage by the size of the content that the owner no longer has. Call this after deleting the rows.
 */
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
 * Throws a Problem unless the owner is the user or an organization of the user. If the organization requires a second
 * factor, the user must have one. Requires a system transaction, because the actor may act for a different owner.
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
