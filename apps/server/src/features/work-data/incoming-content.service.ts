import type { Readable } from 'node:stream'
import { asSystem } from '@millrace/db/act'
import type { PutOptions, StoredObject } from '@millrace/storage/storage'
import type { Deps } from '#deps.ts'
import { usage } from '../owners/owners.service.ts'
import { storageReservation } from '../owners/storage-reservation.service.ts'
import { contentInFlight } from './content-in-flight.ts'
import { discardBlobs } from './orphaned-blobs.service.ts'
import { storeContent } from './store-content.service.ts'

export type IncomingContent = ReturnType<typeof incomingContent>

/**
 * Tracks the content of one request. Always call `end`: it releases the storage reservation and deletes unrecorded
 * content.
 */
export function incomingContent(
  deps: Pick<Deps, 'db' | 'storage' | 'newId' | 'log'>,
  ownerId: string,
  announcedBytes?: number,
) {
  const reservation = storageReservation(deps, ownerId, announcedBytes)
  const stored: string[] = []
  let isRecorded = false
  let limits: ReturnType<typeof usage> | undefined

  return {
    reservationId: reservation.id,

    limits(): ReturnType<typeof usage> {
      limits ??= asSystem(deps.db, (tx) => usage(tx, ownerId))
      return limits
    },

    store(content: Readable, name: string, options: PutOptions & { tooLarge?: () => Error }): Promise<StoredObject> {
      return storeContent(deps.storage, content, {
        ...options,
        take: (bytes) => reservation.take(bytes, name),
        named: (sha256) => {
          contentInFlight.enter(sha256)
          stored.push(sha256)
        },
      })
    },

    /** Makes `end` keep the content. Call this after the transaction that records the content. */
    recorded(): void {
      isRecorded = true
    },

    async end(): Promise<void> {
      for (const sha256 of stored) contentInFlight.leave(sha256)
      try {
        await reservation.release()
        if (!isRecorded) await discardBlobs(deps, stored)
      } catch (err) {
        // The reservation expires, and maintenance deletes the content if no row refers to it.
        deps.log.warn(
          { err },
          'could not clean up after an upload or output; maintenance will release its storage and delete unused content',
        )
      }
    },
  }
}
