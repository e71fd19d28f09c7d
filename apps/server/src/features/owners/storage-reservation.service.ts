import { LIMITS } from '@millrace/contracts/limits'
import { asSystem, commitLater } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { formatBytes } from './owners.rules.ts'
import { storageLeft } from './owners.service.ts'
import * as store from './owners.store.ts'

/*
 * Content arrives in streams of unknown length, and one owner may send several streams at a time. Before a stream
 * writes, it reserves storage in steps, each in a short transaction that locks the owner. No lock is held while bytes
 * arrive. A step is at most a quarter of what is left, so that one stream does not leave other streams without storage.
 * The exact size is counted when the content is recorded.
 *
 * Reservations are committed without waiting for the disk, because uploads keep the disk busy. If the database crashes
 * and loses a reservation, the stream's next step creates it again.
 */

/**
 * Uploads up to this size are counted only when they are recorded, which saves a reservation. Most uploads are this
 * small.
 */
const UNRESERVED_BYTES = 1_000_000
const STEP_MIN = 4_000_000
const STEP_MAX = 64_000_000
/** Reservations are renewed at this interval while bytes arrive, and expire soon after a server dies. */
const RENEW_MS = 20_000
const EXPIRY_MS = 60_000

/**
 * Reserves storage of an owner for the contents of one request. If the request announces more bytes than are left, its
 * first reservation is refused, so that the request doesn't use up the remaining storage before it fails.
 */
export function storageReservation({ db, newId }: Pick<Deps, 'db' | 'newId'>, ownerId: string, announcedBytes = 0) {
  const id = newId()
  let used = 0
  let reserved = 0
  let renewAt = 0

  return {
    id,

    /**
     * Reserves storage for the bytes if necessary. Call this before writing them. Throws a Problem if too little
     * storage is left.
     */
    take(bytes: number, name: string): Promise<void> | undefined {
      used += bytes
      if (used <= UNRESERVED_BYTES || (used <= reserved && performance.now() < renewAt)) return undefined
      return reserve(name)
    },

    async release(): Promise<void> {
      if (reserved > 0) await asSystem(db, (tx) => store.removeReservation(tx, id))
    },
  }

  async function reserve(name: string): Promise<void> {
    reserved = await asSystem(db, async (tx) => {
      await commitLater(tx)
      await store.lockUsage(tx, ownerId)
      const left = (await storageLeft(tx, ownerId, id)) ?? Number.MAX_SAFE_INTEGER
      if (Math.max(used, announcedBytes) > left) throw overQuota(name, left)
      const step = Math.min(Math.max(used, STEP_MIN), STEP_MAX, Math.floor((left - used) / 4))
      const bytes = Math.max(reserved, used + step)
      await store.saveReservation(tx, { id, ownerId, bytes: Math.min(bytes, left), ms: EXPIRY_MS })
      return Math.min(bytes, left)
    })
    renewAt = performance.now() + RENEW_MS
  }
}

/** How long a partial upload and its reservation are kept without receiving new bytes. */
export const PARTIAL_UPLOAD_KEPT_MS = 24 * 3_600_000

/**
 * Reserves, or renews, storage for a partial upload. Throws a Problem if too little storage is left, or if too many
 * partial uploads are open.
 */
export async function reservePartialUpload(
  { db }: Pick<Deps, 'db'>,
  { id, ownerId, name, bytes }: { id: string; ownerId: string; name: string; bytes: number },
): Promise<void> {
  await asSystem(db, async (tx) => {
    await commitLater(tx)
    await store.lockUsage(tx, ownerId)
    const left = await storageLeft(tx, ownerId, id)
    if (left !== null && bytes > left) throw overQuota(name, left)
    if ((await store.countReservations(tx, ownerId, id)) >= LIMITS.partialUploadsMax) throw tooManyUploads()
    await store.saveReservation(tx, { id, ownerId, bytes, ms: PARTIAL_UPLOAD_KEPT_MS })
  })
}

/** Returns the ids of an owner's reservations, including those for partial uploads. */
export function reservedFor({ db }: Pick<Deps, 'db'>, ownerId: string): Promise<string[]> {
  return asSystem(db, (tx) => store.reservedFor(tx, ownerId))
}

/** Frees the storage that was reserved for a partial upload. Call this when the upload is complete or canceled. */
export function releasePartialUpload({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  return asSystem(db, (tx) => store.removeReservation(tx, id))
}

/** Returns the `over-quota` error for content that exceeds the storage left. `left` is in bytes. */
export function overQuota(name: string, left: number): Problem {
  return new Problem(
    'over-quota',
    `${name} does not fit: this account has only ${formatBytes(left)} of storage left. Delete work data that you no longer need, or ask an administrator for a larger plan.`,
  )
}

function tooManyUploads(): Problem {
  return new Problem(
    'over-quota',
    `${LIMITS.partialUploadsMax} uploads are unfinished. Finish or cancel some of them first. Uploads that receive nothing for a day are removed.`,
  )
}

export function removeExpiredReservations({ db }: Pick<Deps, 'db'>): Promise<void> {
  return asSystem(db, store.removeExpiredReservations)
}
