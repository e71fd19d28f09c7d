import type { Readable } from 'node:stream'
import type { Actor } from '#access/actor.ts'
import { freeChunk } from '#chunk-memory.ts'
import type { Deps } from '#deps.ts'
import { reservePartialUpload } from '#features/owners/storage-reservation.service.ts'
import { Problem } from '#problem.ts'
import { completePartialUpload } from './complete-partial-upload.service.ts'
import { type Description, findPartialUpload } from './find-partial-upload.service.ts'
import { asProblem } from './upload-problems.ts'
import type { uploadReceivers } from './upload-receivers.ts'

/** The state of a partial upload. The client continues at `offset`. */
export interface PartialUploadState {
  offset: number
  sizeInBytes: number
  /** The id of the work data. Undefined until all bytes have arrived. */
  workDataId: string | undefined
  /** True if no bytes have arrived and the owner has content of this size. */
  isSizeKnown?: boolean
  /** SHA-256 of the received bytes in lowercase hex, if requested. */
  sha256?: string | undefined
}

/** What a request announces about the part of the file that it sends. */
export interface UploadPart {
  offset: number
  /** SHA-256 of the whole file, in lowercase hex. */
  sha256?: string | undefined
  /** The size of the part, if it is known. */
  bytes?: number | undefined
}

type AppendDeps = Pick<Deps, 'db' | 'storage' | 'newId'> & { receivers: ReturnType<typeof uploadReceivers> }

/**
 * Appends the bytes of a request to an upload. The last byte completes the upload. Throws a Problem if `offset` is not
 * the number of bytes received so far, or if the part is longer than the rest of the file.
 */
export async function appendToUpload(
  deps: AppendDeps,
  actor: Actor,
  { id, offset, sha256, bytes = 0, body }: UploadPart & { id: string; body: Readable },
): Promise<PartialUploadState> {
  const { receivers } = deps
  const { description, offset: received, failure, workDataId } = await findPartialUpload(deps, actor, id)
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
  const reserved = reservePartialUpload(deps, { id, ownerId: actor.ownerId, name, bytes: sizeInBytes }).then(() =>
    isNew ? announce(deps, id, { ...description, sha256 }) : undefined,
  )
  reserved.catch((refusal: Error) => body.destroy(refusal))
  receivers.begin(id, body)
  const size = await deps.storage.partial
    .append(id, body, { offset, maxBytes: sizeInBytes, take: () => reserved, written: freeChunk })
    .catch((cause: unknown) => asProblem(cause))
    .finally(async () => {
      receivers.end(id)
      // Waits for the reservation. Otherwise, the reservation could be made after a later request has released the
      // storage.
      await reserved.catch(() => {})
    })
  await reserved
  if (size < sizeInBytes) return { offset: size, sizeInBytes, workDataId: undefined }
  const whole = { ...description, sha256: sha256 ?? description.sha256 }
  return { offset: size, sizeInBytes, workDataId: await completePartialUpload(deps, actor, { id, description: whole }) }
}

/**
 * Stores the announced hash with the upload, so that the hash is checked even if the server crashes after the last
 * byte.
 */
async function announce({ storage }: AppendDeps, id: string, description: Description): Promise<void> {
  await storage.partial.describe(id, JSON.stringify(description)).catch((cause: unknown) => asProblem(cause))
}
