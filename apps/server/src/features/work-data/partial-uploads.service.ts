import type { Readable } from 'node:stream'
import { LIMITS } from '@millrace/contracts/limits'
import { asActor } from '@millrace/db/act'
import { type Actor, accountOf } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { usage } from '#features/owners/owners.service.ts'
import { invalid, Problem } from '#problem.ts'
import { releasePartialUpload, reservedFor, reservePartialUpload } from '../owners/storage-reservation.service.ts'
import { appendToUpload, type PartialUploadState, type UploadPart } from './append-to-upload.service.ts'
import { completePartialUpload } from './complete-partial-upload.service.ts'
import { nameFault } from './file-names.rules.ts'
import {
  type Description,
  descriptionOf,
  findPartialUpload,
  type NewPartialUpload,
} from './find-partial-upload.service.ts'
import { asProblem } from './upload-problems.ts'
import { uploadReceivers } from './upload-receivers.ts'
import * as store from './work-data.store.ts'

export type PartialUploadService = ReturnType<typeof partialUploadService>

export interface UnfinishedPartialUpload extends Pick<NewPartialUpload, 'name' | 'sizeInBytes' | 'fingerprint'> {
  id: string
  isReceiving: boolean
}

/**
 * created → receiving … → complete. The full size is reserved when the upload is created. Each request appends bytes at
 * the current offset. Received bytes are kept even if the request is interrupted. After the last byte, the content is
 * moved into the store and recorded as work data. Only then is the partial upload removed. After a crash at any point,
 * the next request that asks for the offset or sends the last bytes completes the upload.
 */
export function partialUploadService(deps: Deps) {
  const { db, storage } = deps
  const underWay = new Map<string, Promise<unknown>>()
  const receivers = uploadReceivers()

  /**
   * Runs `work` after earlier requests for the upload. A request that is still receiving bytes is aborted and
   * answered with `reason`, because its client has usually lost the connection.
   */
  async function exclusive<T>(
    actor: Actor,
    id: string,
    work: () => Promise<T>,
    reason = continuedElsewhere,
  ): Promise<T> {
    await findPartialUpload(deps, actor, id)
    receivers.stop(id, reason())
    const before = underWay.get(id) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(work)
    underWay.set(id, mine)
    return mine.finally(() => underWay.get(id) === mine && underWay.delete(id))
  }

  async function unfinished(actor: Actor, id: string): Promise<UnfinishedPartialUpload[]> {
    const found = await storage.partial.find(id)
    if (!found) return []
    const { name, sizeInBytes, fingerprint, ownerId, account } = JSON.parse(found.description) as Description
    const isOwn = ownerId === actor.ownerId && account === accountOf(actor)
    return isOwn ? [{ id, name, sizeInBytes, fingerprint, isReceiving: receivers.has(id, found.changedAt) }] : []
  }

  return {
    /** Returns the account's unfinished uploads in this context, whichever browser started them. */
    async unfinished(actor: Actor): Promise<UnfinishedPartialUpload[]> {
      const ids = await reservedFor(deps, actor.ownerId)
      return (await Promise.all(ids.map((id) => unfinished(actor, id)))).flat()
    },

    /**
     * Creates an upload and reserves its full size. `isSizeKnown` is true if the owner has content of this size. The
     * client should then try `link`.
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
        await storage.partial.create(id, descriptionOf(actor, upload))
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
        const { description, workDataId: recordedId } = await findPartialUpload(deps, actor, id)
        const content = { sha256, sizeInBytes: description.sizeInBytes }
        const isKnown = await asActor(db, actor, (tx) => store.hasContent(tx, actor.ownerId, content))
        if (!isKnown || !(await storage.stat(sha256))) return undefined
        const workDataId = recordedId ?? (await completePartialUpload(deps, actor, { id, description, known: content }))
        return { offset: content.sizeInBytes, sizeInBytes: content.sizeInBytes, workDataId }
      }),

    async requireOwn(actor: Actor, id: string): Promise<void> {
      await findPartialUpload(deps, actor, id)
    },

    /**
     * Returns the number of received bytes and, on request, their hash. If all bytes have been received but not
     * recorded as work data, completes the upload.
     */
    state: (actor: Actor, id: string, { isHashWanted = false } = {}): Promise<PartialUploadState> =>
      exclusive(actor, id, async () => {
        const { description, offset, workDataId, sha256: recordedHash } = await findPartialUpload(deps, actor, id)
        const { sizeInBytes } = description
        if (workDataId) return { offset, sizeInBytes, workDataId, ...(isHashWanted && { sha256: recordedHash }) }
        if (offset === 0) {
          const isSizeKnown = await asActor(db, actor, (tx) => store.hasContent(tx, actor.ownerId, { sizeInBytes }))
          return { offset, sizeInBytes, workDataId, isSizeKnown }
        }
        const sha256 = isHashWanted ? await storage.partial.hashOfFirst(id, offset) : undefined
        if (offset < sizeInBytes) return { offset, sizeInBytes, workDataId, sha256 }
        return {
          offset,
          sizeInBytes,
          workDataId: await completePartialUpload(deps, actor, { id, description }),
          sha256,
        }
      }),

    /**
     * Appends bytes. The last byte completes the upload. If the content does not match the announced hash, the upload
     * is removed instead.
     */
    append: (actor: Actor, id: string, part: UploadPart, body: Readable): Promise<PartialUploadState> =>
      exclusive(actor, id, () => appendToUpload({ ...deps, receivers }, actor, { id, ...part, body })),

    /** Throws a Problem if the upload has become work data. */
    remove: (actor: Actor, id: string): Promise<void> => {
      const work = async () => {
        const { description, workDataId } = await findPartialUpload(deps, actor, id)
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
