import { asActor } from '@millrace/db/act'
import type { StoredObject } from '@millrace/storage/storage'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { releasePartialUpload } from '#features/owners/storage-reservation.service.ts'
import { Problem } from '#problem.ts'
import { contentInFlight } from './content-in-flight.ts'
import type { Description } from './find-partial-upload.service.ts'
import { recognize } from './media-type.service.ts'
import { lockStoredBlobs } from './orphaned-blobs.service.ts'
import { recordFiles } from './record-files.service.ts'
import { asProblem } from './upload-problems.ts'
import { uploadedRow } from './work-data.service.ts'
import * as store from './work-data.store.ts'
import { requireNewVersion } from './workflow-versions.service.ts'

type CompletionDeps = Pick<Deps, 'db' | 'storage'>

/** An upload whose content has been received, or is already stored. */
interface Completed {
  id: string
  description: Description
}

/**
 * Records the content of an upload as work data. The work data gets the id of the upload, so a repeated call records
 * nothing. Returns the id. If the content does not have the announced hash, removes the upload and throws a Problem.
 */
export async function completePartialUpload(
  deps: CompletionDeps,
  actor: Actor,
  { id, description, known }: Completed & { known?: StoredObject },
): Promise<string> {
  const { db, storage } = deps
  const isRecorded = await asActor(db, actor, (tx) => store.find(tx, actor.scope, id))
  if (!isRecorded && known) await recordStored(deps, actor, { id, description, stored: known })
  else if (!isRecorded) {
    await requireHash(deps, id, description)
    await record(deps, actor, { id, description })
  }
  await storage.partial.remove(id)
  await releasePartialUpload(deps, id)
  return id
}

async function requireHash(
  deps: CompletionDeps,
  id: string,
  { name, sizeInBytes, sha256 }: Description,
): Promise<void> {
  const { partial } = deps.storage
  if (sha256 === undefined || (await partial.hashOfFirst(id, sizeInBytes)) === sha256) return
  await partial.remove(id)
  await releasePartialUpload(deps, id)
  throw new Problem(
    'bad-request',
    `The SHA-256 of ${name} doesn’t match its Repr-Digest. It was not stored. Upload it again.`,
  )
}

async function record(deps: CompletionDeps, actor: Actor, { id, description }: Completed): Promise<void> {
  let named: string | undefined
  try {
    const stored = await deps.storage
      .adopt(id, {
        named: (sha256) => {
          contentInFlight.enter(sha256)
          named = sha256
        },
      })
      .catch((cause: unknown) => asProblem(cause))
    await recordStored(deps, actor, { id, description, stored })
  } finally {
    if (named !== undefined) contentInFlight.leave(named)
  }
}

async function recordStored(
  { db, storage }: CompletionDeps,
  actor: Actor,
  { id, description, stored }: Completed & { stored: StoredObject },
): Promise<void> {
  const { name, declaredType, tags } = description
  const mediaType = await recognize(await storage.localPath(stored.sha256), name, declaredType)
  const row = uploadedRow(id, actor, { ...stored, name, declaredType, mediaType }, tags)
  await asActor(db, actor, async (tx) => {
    await lockStoredBlobs(tx, storage, [stored.sha256])
    await requireNewVersion(tx, row)
    await recordFiles(tx, actor.ownerId, [row], id)
  })
}
