import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { WorkDataAction } from '@millrace/contracts/work-data'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import { RetryableConflict } from '@millrace/db/faults'
import type { NewWorkData, WorkDataRow } from '@millrace/db/schema/work-data'
import type { PutStage, StoredObject } from '@millrace/storage/storage'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Scope } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import type { Failpoint } from '#failpoints.ts'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { namesOf, requireCopyTo, requireStorageFor } from '#features/owners/owners.service.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { damagedData, invalid, notFound, Problem } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import { copyFiles } from './copy-files.service.ts'
import { nameFault } from './file-names.rules.ts'
import { type IncomingContent, incomingContent } from './incoming-content.service.ts'
import { recognize, typeOf } from './media-type.service.ts'
import { lockStoredBlobs } from './orphaned-blobs.service.ts'
import { recordFiles } from './record-files.service.ts'
import { removeFiles } from './remove-files.service.ts'
import { factsOf, isAvailable, isOfWorkflow, type WorkDataFound } from './work-data.rules.ts'
import * as store from './work-data.store.ts'
import { requireNewVersion } from './workflow-versions.service.ts'

export type WorkDataService = ReturnType<typeof workDataService>

export interface IncomingFile {
  name: string
  declaredType: string | undefined
  content: Readable
}

/** Removes deleted work data from jobs that use it as an input. */
export type RemoveInput = (tx: Tx, data: { id: string; name: string }, reason: string) => Promise<void>

/** A file whose content is stored but not recorded as work data yet. */
export interface StoredFile extends StoredObject {
  name: string
  mediaType: string
  declaredType: string | undefined
}

/** Stored files, and the tags that are added to each file. */
export interface Upload {
  files: StoredFile[]
  tags: string[]
}

const WORKFLOW_TYPE = {
  pointer: '/MediaType',
  message: 'Workflows and their reports are created by the workflow editor and by executions. Choose another type.',
}

export function workDataService(deps: Deps & { removeInput: RemoveInput }) {
  const { db, storage, reach } = deps

  return {
    /** Starts tracking the content of one request. Call `end` of the returned object after storing the files. */
    receive: (actor: Actor, announcedBytes?: number) => incomingContent(deps, actor.ownerId, announcedBytes),

    /**
     * Stores the content of a file. The file stays invisible until `record` creates the work data. Throws a Problem if
     * the name is invalid, or if the file is empty or too large.
     */
    async store(part: IncomingFile, incoming: IncomingContent): Promise<StoredFile> {
      const { name, declaredType } = part
      const fault = nameFault(name)
      if (fault) throw new Problem('bad-multipart', fault)
      const { fileBytes } = await incoming.limits()
      const stored = await put(incoming, part, fileBytes)
      if (stored.sizeInBytes === 0) throw new Problem('bad-multipart', `${name} is empty. Choose a file with content.`)
      const mediaType = await recognize(await storage.localPath(stored.sha256), name, declaredType)
      return { ...stored, name, declaredType, mediaType }
    },

    /**
     * Creates work data from all stored files, or from none if an error occurs. Acknowledge the upload only after
     * `record` has returned.
     */
    async record(actor: Actor, { files, tags }: Upload, incoming: IncomingContent, recordCreated?: RecordCreated) {
      const rows = await asActor(db, actor, async (tx) => {
        await lockStoredBlobs(
          tx,
          storage,
          files.map((file) => file.sha256),
        )
        const made = files.map((file) => uploadedRow(deps.newId(), actor, file, tags))
        for (const file of made) await requireNewVersion(tx, file)
        const rows = await recordFiles(tx, actor.ownerId, made, incoming.reservationId)
        await recordCreated?.(tx, rows[0]?.id ?? '')
        await reach('upload.before_commit')
        return rows
      })
      incoming.recorded()
      return rows
    },

    /**
     * Returns the work data created from these files, in the order of the files. `id` identifies any work data of the
     * same upload.
     */
    recordedWith: (actor: Actor, id: string, files: readonly StoredFile[]) =>
      asActor(db, actor, async (tx) => {
        const rows = await store.findRecordedWith(tx, actor.scope.owner, id)
        return files.flatMap((file) => {
          const at = rows.findIndex(({ name, sha256 }) => name === file.name && sha256 === file.sha256)
          return at < 0 ? [] : rows.splice(at, 1)
        })
      }),

    get: (actor: Actor, id: string) =>
      reachResource(deps, actor.scope, { kind: 'WorkData', id }, async (tx, reach) => {
        const row = await store.find(tx, reach, id)
        return row && { row, names: await namesOf(tx, [row.createdBy, row.ownerId]) }
      }),

    async open(scope: Scope, id: string) {
      const row = await reachResource(deps, scope, { kind: 'WorkData', id }, (tx, reach) => store.find(tx, reach, id))
      const { ownerId, sha256, name, mediaType, sizeInBytes } = row
      const path = await storage.localPath(sha256)
      const found = await stat(path).catch(missingFile)
      if (found?.size !== sizeInBytes) throw damagedData()
      return { path, ownerId, sha256, name, mediaType, sizeInBytes }
    },

    change: (actor: Actor, id: string, action: WorkDataAction, change: Partial<WorkDataRow>) =>
      reachResource(deps, actor.scope, { kind: 'WorkData', id }, async (tx, reach) => {
        const row = await store.find(tx, reach, id, true)
        if (!row) return undefined
        await requireAvailable(tx, row, { actor, action })
        const fault = change.name === undefined ? undefined : nameFault(change.name)
        if (fault) throw invalid([{ pointer: '/NewName', message: fault }])
        if (change.mediaType !== undefined && isOfWorkflow(change.mediaType)) throw invalid([WORKFLOW_TYPE])
        await store.update(tx, row.id, { ...change, ...(change.tags && { tags: normalTags(change.tags) }) })
        await requireStorageFor(tx, row.ownerId, change.tags ?? [])
        tx.changed({ type: 'WorkData', event: 'Changed', id: row.id, ownerId: row.ownerId })
        return row
      }),

    /**
     * If an administrator deletes the work data of another owner, the jobs that need it move to DataMissing. These jobs
     * are locked before the work data. If another job starts to use the work data before the work data is locked, the
     * transaction is repeated.
     */
    delete: (actor: Actor, id: string) =>
      reachResource(deps, actor.scope, { kind: 'WorkData', id }, async (tx, reach) => {
        const seen = await store.find(tx, reach, id)
        const isForeign = seen !== undefined && seen.ownerId !== actor.ownerId
        if (isForeign) await deps.removeInput(tx, seen, `${seen.name} was deleted by an administrator.`)
        const row = await store.find(tx, reach, id, true)
        if (!row) return undefined
        await requireAvailable(tx, row, { actor, action: 'Delete' })
        if (isForeign && row.isUsed) throw new RetryableConflict(`A job has just used ${row.name}.`)
        await removeFiles(tx, row.ownerId, [row])
        return row
      }),

    /**
     * Copies work data to the user or to one of the user's organizations. The copy shares the stored content, which
     * counts toward the new owner's storage too. Locks the original, so that its content cannot be deleted before the
     * commit.
     */
    copy: (
      actor: Actor,
      id: string,
      action: 'CopyToOrg' | 'CopyToUser',
      ownerId: string,
      recordCreated?: RecordCreated,
    ) =>
      copied(actor, id, ownerId, recordCreated, async (tx, row) => {
        await requireAvailable(tx, row, { actor, action })
        await requireCopyTo(tx, actor, ownerId)
      }),

    /**
     * Copies work data to another user who has requested it. The copy counts toward that user's storage. Returns the
     * copy's id.
     */
    copyForRequester: (actor: Actor, id: string, requesterPublicId: string, recordCreated: RecordCreated) =>
      copied(actor, id, requesterPublicId, recordCreated, async () => {}),
  }

  /**
   * Copies work data to another owner and returns the copy's id. `check` and `recordCreated` run in the same
   * transaction.
   */
  function copied(
    actor: Actor,
    id: string,
    ownerId: string,
    recordCreated: RecordCreated | undefined,
    check: (tx: Tx, row: WorkDataFound) => Promise<void>,
  ): Promise<string> {
    return asSystem(
      db,
      async (tx) => {
        const row = (await store.find(tx, actor.scope, id, true)) ?? missing()
        await check(tx, row)
        const [made] = await copyFiles(tx, deps, actor, { ownerId, files: [row] })
        if (!made) throw new Error('The database returned no row for a copy.')
        await recordCreated?.(tx, made.id)
        return made.id
      },
      actor.userPublicId,
    )
  }

  function put(incoming: IncomingContent, part: IncomingFile, maxBytes: number | null): Promise<StoredObject> {
    const at = (stage: PutStage) => reach(`upload.${stage}` satisfies Failpoint)
    const tooLarge = () =>
      new Problem(
        'too-large',
        `The file is larger than ${formatBytes(maxBytes ?? 0)}, the limit per file of your plan.`,
      )
    return incoming.store(part.content, part.name, { at, tooLarge, ...(maxBytes !== null && { maxBytes }) })
  }
}

/**
 * Returns the row of a new upload. The media type that the client declared is stored in addition to the recognized one.
 */
export function uploadedRow(id: string, actor: Actor, file: StoredFile, tags: string[]): NewWorkData {
  const { name, mediaType, sizeInBytes, sha256, declaredType } = file
  return {
    id,
    ownerId: actor.ownerId,
    createdBy: actor.userPublicId,
    name,
    mediaType,
    declaredMediaType: typeOf(declaredType) ?? null,
    sizeInBytes,
    sha256,
    tags: normalTags(tags),
    kind: 'ClientUpload',
  }
}

interface Asked {
  actor: Actor
  action: WorkDataAction
}

async function requireAvailable(tx: Tx, row: WorkDataFound, asked: Asked): Promise<void> {
  if (isAvailable(factsOf(row, asked.actor), asked.action)) return
  throw new Problem('action-not-offered', await whyNot(tx, row, asked))
}

async function whyNot(tx: Tx, row: WorkDataFound, { actor, action }: Asked): Promise<string> {
  if (row.ownerId !== actor.ownerId) return `${action} is not available: ${row.name} belongs to another owner.`
  if (row.isUsed && (action === 'Delete' || action === 'AllowDeletion')) {
    const trial = await store.onlyTrialWith(tx, row.id)
    if (trial !== undefined)
      return `${action} is not available: the trial run “${trial}” of ${row.name} is in progress. Cancel it, or wait until it ends.`
    return `${action} is not available: ${row.name} is an input of at least one job. Delete those jobs first.`
  }
  if (action === 'Delete') return `Delete is not available: ${row.name} is protected. Use AllowDeletion first.`
  if (action === 'CopyToOrg' && actor.ownerKind === 'user') {
    return 'CopyToOrg is not available: you are not a member of any organization.'
  }
  return `${action} is not available for ${row.name} in its current state.`
}

function missing(): never {
  throw notFound()
}

function missingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
