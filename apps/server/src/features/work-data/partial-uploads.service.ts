import type { Readable } from 'node:stream'
import { LIMITS } from '@millrace/contracts/limits'
import { asActor } from '@millrace/db/act'
import { StorageFull, type StoredObject } from '@millrace/storage/storage'
import { type Actor, accountOf } from '#access/actor.ts'
import { freeChunk } from '#chunk-memory.ts'
import type { Deps } from '#deps.ts'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { usage } from '#features/owners/owners.service.ts'
import { invalid, notFound, Problem } from '#problem.ts'
import { releasePartialUpload, reservedFor, reservePartialUpload } from '../owners/storage-reservation.service.ts'
import { contentInFlight } from './content-in-flight.ts'
import { nameFault } from './file-names.rules.ts'
import { recognize } from './media-type.service.ts'
import { lockStoredBlobs } from './orphaned-blobs.service.ts'
import { recordFiles } from './record-files.service.ts'
import { uploadReceivers } from './upload-receivers.ts'
import { uploadedRow } from './work-data.service.ts'
import * as store from './work-data.store.ts'
import { requireNewVersion } from './workflow-versions.service.ts'

export type PartialUploadService = ReturnType<typeof partialUploadService>

/** A file that arrives in several requests, as its creation announces it. */
export interface NewPartialUpload {
  name: string
  declaredType: string | undefined
  sizeInBytes: number
  tags: string[]
  /** An identifier by which the client recognizes the file. */
  fingerprint?: string | undefined
}

interface Description extends NewPartialUpload {
  ownerId: string
  /** The account that uploads the file, as opposed to the owner. */
  account?: string
  /** SHA-256 of the whole file, in lowercase hex, if the client announced it. */
  sha256?: string | undefined
}

export interface UnfinishedPartialUpload extends Pick<NewPartialUpload, 'name' | 'sizeInBytes' | 'fingerprint'> {
  id: string
  isReceiving: boolean
}

interface Found {
  description: Description
  offset: number
  /** The error that lost the bytes after this offset. */
  failure?: unknown
  workDataId?: string | undefined
  sha256?: string
}

/** The state of a partial upload. The client continues at `offset`. */
export interface PartialUploadState {
  offset: number
  sizeInBytes: number
  /** The work data. Undefined until all bytes have arrived. */
  workDataId: string | undefined
  /** True if no bytes have arrived and the owner has content of this size, so that the client should try `link`. */
  isSizeKnown?: boolean
  /** SHA-256 of the received bytes in lowercase hex, if requested. */
  sha256?: string | undefined
}

/**
 * created → receiving … → complete. The full size is reserved when the upload is created. Each request appends bytes at
 * the current offset. Received bytes are kept even if the request is interrupted. After the last byte, the content is
 * named in the store and recorded as work data. The partial upload is removed only then, so after a crash at any point,
 * a request for the offset or for the last bytes completes it.
 */
export function partialUploadService(deps: Deps) {
  const { db, storage } = deps
  /** The last request of each upload. The next one waits for it. */
  const underWay = new Map<string, Promise<unknown>>()
  const receivers = uploadReceivers()

  /**
   * Runs `work` after earlier requests for the upload. A request that is still receiving bytes is aborted and replies
   * with `reason`, because usually its client has lost the connection.
   */
  async function exclusive<T>(
    actor: Actor,
    id: string,
    work: () => Promise<T>,
    reason = continuedElsewhere,
  ): Promise<T> {
    await find(actor, id)
    receivers.stop(id, reason())
    const before = underWay.get(id) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(work)
    underWay.set(id, mine)
    return mine.finally(() => underWay.get(id) === mine && underWay.delete(id))
  }

  /** Returns the upload or, if a client missed the last response, the work data that the upload became. */
  async function find(actor: Actor, id: string): Promise<Found> {
    const found = await storage.partial.find(id)
    if (!found) return recorded(actor, id)
    const description = JSON.parse(found.description) as Description
    if (description.ownerId !== actor.ownerId) throw notFound()
    return { description, offset: found.sizeInBytes, failure: found.failure }
  }

  async function recorded(actor: Actor, id: string): Promise<Found> {
    const row = await asActor(db, actor, (tx) => store.find(tx, actor.scope, id))
    if (!row || row.ownerId !== actor.ownerId) throw notFound()
    const { name, sizeInBytes, tags, ownerId, sha256 } = row
    const description = { name, sizeInBytes, tags, ownerId, declaredType: undefined }
    return { description, offset: sizeInBytes, workDataId: id, sha256 }
  }

  /** Stores the expected hash with the upload, so that it is checked even if the server crashes after the last byte. */
  async function announce(id: string, description: Description, sha256: string): Promise<void> {
    await storage.partial
      .describe(id, JSON.stringify({ ...description, sha256 }))
      .catch((cause: unknown) => asProblem(cause))
  }

  async function requireHash(id: string, { name, sizeInBytes, sha256 }: Description): Promise<void> {
    if (sha256 === undefined || (await storage.partial.hashOfFirst(id, sizeInBytes)) === sha256) return
    await storage.partial.remove(id)
    await releasePartialUpload(deps, id)
    throw new Problem(
      'bad-request',
      `The SHA-256 of ${name} doesn’t match its Repr-Digest. It was not stored. Upload it again.`,
    )
  }

  /** Names the content and records the work data, only once, because the work data has the id of the upload. */
  async function complete(actor: Actor, id: string, description: Description, known?: StoredObject): Promise<string> {
    const isRecorded = await asActor(db, actor, (tx) => store.find(tx, actor.scope, id))
    if (!isRecorded && known) await recordStored(actor, id, description, known)
    else if (!isRecorded) {
      await requireHash(id, description)
      await record(actor, id, description)
    }
    await storage.partial.remove(id)
    await releasePartialUpload(deps, id)
    return id
  }

  async function record(actor: Actor, id: string, description: Description): Promise<void> {
    let named: string | undefined
    try {
      const stored = await storage
        .adopt(id, {
          named: (sha256) => {
            contentInFlight.enter(sha256)
            named = sha256
          },
        })
        .catch((cause: unknown) => asProblem(cause))
      await recordStored(actor, id, description, stored)
    } finally {
      if (named !== undefined) contentInFlight.leave(named)
    }
  }

  async function recordStored(actor: Actor, id: string, description: Description, stored: StoredObject): Promise<void> {
    const { name, declaredType, tags } = description
    const mediaType = await recognize(await storage.localPath(stored.sha256), name, declaredType)
    const row = uploadedRow(id, actor, { ...stored, name, declaredType, mediaType }, tags)
    await asActor(db, actor, async (tx) => {
      await lockStoredBlobs(tx, storage, [stored.sha256])
      await requireNewVersion(tx, row)
      await recordFiles(tx, actor.ownerId, [row], id)
    })
  }

  /** Returns the upload in an array. Empty unless it is unfinished and belongs to this account and context. */
  async function unfinished(actor: Actor, id: string): Promise<UnfinishedPartialUpload[]> {
    const found = await storage.partial.find(id)
    if (!found) return []
    const { name, sizeInBytes, fingerprint, ownerId, account } = JSON.parse(found.description) as Description
    const isOwn = ownerId === actor.ownerId && account === accountOf(actor)
    return isOwn ? [{ id, name, sizeInBytes, fingerprint, isReceiving: receivers.has(id, found.changedAt) }] : []
  }

  return {
    /** Lists the unfinished uploads of an account in its current context, whichever browser started them. */
    async unfinished(actor: Actor): Promise<UnfinishedPartialUpload[]> {
      const ids = await reservedFor(deps, actor.ownerId)
      return (await Promise.all(ids.map((id) => unfinished(actor, id)))).flat()
    },

    /**
     * Creates an upload and reserves its full size. `isSizeKnown` is true if the owner has content of this size, so
     * that the client should try `link`.
     */
    async create(actor: Actor, upload: NewPartialUpload): Promise<{ id: string; isSizeKnown: boolean }> {
      const { name, sizeInBytes, tags } = upload
      const fault =
        nameFault(name) ?? (tags.length > LIMITS.tagsMax ? `Send at most ${LIMITS.tagsMax} tags.` : undefined)
      if (fault) throw invalid([{ pointer: '/Upload-Metadata', message: fault }])
      if (sizeInBytes === 0) throw invalid([{ pointer: '/Upload-Length', message: `${name} is empty.` }])
      const { fileBytes, isSizeKnown } = await asActor(db, actor, async (tx) => ({
        ...(await usage(tx, actor.ownerId)),
        isSizeKnown: await store.hasContent(tx, actor.ownerId, { sizeInBytes }),
      }))
      if (fileBytes !== null && sizeInBytes > fileBytes) {
        throw new Problem(
          'too-large',
          `The file is larger than ${formatBytes(fileBytes)}, the limit per file of your plan.`,
        )
      }
      const id = deps.newId()
      await reservePartialUpload(deps, { id, ownerId: actor.ownerId, name, bytes: sizeInBytes })
      try {
        await storage.partial.create(id, describe(actor, upload))
      } catch (cause) {
        await releasePartialUpload(deps, id)
        asProblem(cause)
      }
      receivers.end(id)
      return { id, isSizeKnown }
    },

    /**
     * Completes an upload without its bytes, if the owner has work data with this content. Otherwise returns undefined.
     * Content of other owners doesn't count, because knowing a hash doesn’t prove having the file.
     */
    link: (actor: Actor, id: string, sha256: string): Promise<PartialUploadState | undefined> =>
      exclusive(actor, id, async () => {
        const { description, workDataId: recordedId } = await find(actor, id)
        const content = { sha256, sizeInBytes: description.sizeInBytes }
        const isKnown = await asActor(db, actor, (tx) => store.hasContent(tx, actor.ownerId, content))
        if (!isKnown || !(await storage.stat(sha256))) return undefined
        const workDataId = recordedId ?? (await complete(actor, id, description, content))
        return { offset: content.sizeInBytes, sizeInBytes: content.sizeInBytes, workDataId }
      }),

    /** Throws a Problem unless the upload exists and belongs to the actor's context. */
    async requireOwn(actor: Actor, id: string): Promise<void> {
      await find(actor, id)
    },

    /** Returns the received bytes and, on request, their hash. Completes an upload that was received but unrecorded. */
    state: (actor: Actor, id: string, { isHashWanted = false } = {}): Promise<PartialUploadState> =>
      exclusive(actor, id, async () => {
        const { description, offset, workDataId, sha256: recordedHash } = await find(actor, id)
        const { sizeInBytes } = description
        if (workDataId) return { offset, sizeInBytes, workDataId, ...(isHashWanted && { sha256: recordedHash }) }
        if (offset === 0) {
          const isSizeKnown = await asActor(db, actor, (tx) => store.hasContent(tx, actor.ownerId, { sizeInBytes }))
          return { offset, sizeInBytes, workDataId, isSizeKnown }
        }
        const sha256 = isHashWanted ? await storage.partial.hashOfFirst(id, offset) : undefined
        if (offset < sizeInBytes) return { offset, sizeInBytes, workDataId, sha256 }
        return { offset, sizeInBytes, workDataId: await complete(actor, id, description), sha256 }
      }),

    /** Appends bytes. The last byte completes the upload, which is removed if it does not match the announced hash. */
    append: (
      actor: Actor,
      id: string,
      { offset, sha256, bytes = 0 }: { offset: number; sha256?: string | undefined; bytes?: number | undefined },
      body: Readable,
    ): Promise<PartialUploadState> =>
      exclusive(actor, id, async () => {
        const { description, offset: received, failure, workDataId } = await find(actor, id)
        const { sizeInBytes, name } = description
        if (offset !== received) {
          if (failure !== undefined) asProblem(failure, `The upload continues at byte ${received}.`)
          throw new Problem('conflict', `${name} has ${received} bytes so far. Continue at that offset.`)
        }
        if (offset + bytes > sizeInBytes) {
          const excess = `${name} was announced with ${sizeInBytes} bytes, but this part ends at byte ${offset + bytes}.`
          throw new Problem('too-large', `${excess} Start a new upload with the length of the whole file.`)
        }
        if (workDataId) return { offset, sizeInBytes, workDataId }
        const isNew = sha256 !== undefined && sha256 !== description.sha256
        const reserved = reservePartialUpload(deps, { id, ownerId: actor.ownerId, name, bytes: sizeInBytes }).then(
          () => (isNew ? announce(id, description, sha256) : undefined),
        )
        reserved.catch((refusal: Error) => body.destroy(refusal))
        receivers.begin(id, body)
        const size = await storage.partial
          .append(id, body, { offset, maxBytes: sizeInBytes, take: () => reserved, written: freeChunk })
          .catch((cause: unknown) => asProblem(cause))
          .finally(async () => {
            receivers.end(id)
            // Waits for the reservation, so that it is not made after a later request has released it.
            await reserved.catch(() => {})
          })
        await reserved
        if (size < sizeInBytes) return { offset: size, sizeInBytes, workDataId: undefined }
        const whole = { ...description, sha256: sha256 ?? description.sha256 }
        return { offset: size, sizeInBytes, workDataId: await complete(actor, id, whole) }
      }),

    /** Removes an upload and its bytes. Throws a Problem if the upload has become work data. */
    remove: (actor: Actor, id: string): Promise<void> => {
      const work = async () => {
        const { description, workDataId } = await find(actor, id)
        if (workDataId) {
          throw new Problem('conflict', `The upload of ${description.name} is complete. Delete the work data instead.`)
        }
        await storage.partial.remove(id)
        await releasePartialUpload(deps, id)
      }
      return exclusive(actor, id, work, () => new Problem('conflict', 'The upload was discarded. Start it again.'))
    },
  }
}

function continuedElsewhere(): Problem {
  return new Problem('continued-elsewhere', 'Another tab, browser or program is continuing this upload.')
}

function describe(actor: Actor, upload: NewPartialUpload): string {
  return JSON.stringify({ ...upload, ownerId: actor.ownerId, account: accountOf(actor) } satisfies Description)
}

function asProblem(cause: unknown, position?: string): never {
  if (cause instanceof StorageFull) {
    const detail = ['The server’s disk is full. Contact an administrator.', position].filter(Boolean).join(' ')
    throw new Problem('storage-full', detail, { cause })
  }
  const { code, message } = cause as NodeJS.ErrnoException
  const isCutOff = /aborted|premature/i.test(message) || /^(ECONNRESET|ERR_STREAM|EPIPE)/.test(code ?? '')
  if (cause instanceof Problem || !isCutOff) throw cause
  throw new Problem('conflict', 'The connection was lost. Ask for the offset and continue there.', { cause })
}
