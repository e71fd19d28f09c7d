import type { Tx } from '@millrace/db/act'
import type { NewWorkData, WorkDataRow } from '@millrace/db/schema/work-data'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { recordFiles } from './record-files.service.ts'
import * as store from './work-data.store.ts'

/**
 * Copies files for another owner, and returns the copies in the same order. Originals and copies share the stored
 * content. The caller must lock the originals, so that their content cannot be deleted before the transaction ends.
 */
export function copyFiles(
  tx: Tx,
  deps: Pick<Deps, 'newId'>,
  actor: Actor,
  { ownerId, files }: { ownerId: string; files: readonly WorkDataRow[] },
): Promise<WorkDataRow[]> {
  return recordFiles(
    tx,
    ownerId,
    files.map((file) => copiedRow(deps.newId(), actor, ownerId, file)),
  )
}

/**
 * Maps the id of each given file to the id of a file of `ownerId` with the same name and content. Copies the files that
 * the owner lacks. Jobs that share an input also share its copy.
 */
export async function sameFilesOf(
  tx: Tx,
  deps: Pick<Deps, 'newId'>,
  actor: Actor,
  { ownerId, ids }: { ownerId: string; ids: string[] },
): Promise<Map<string, string>> {
  const found = await store.findMany(tx, actor.scope, ids, 'key share')
  const same = await store.sameFiles(tx, ownerId, ids)
  const files = found.filter(({ id }) => !same.has(id))
  const made = await copyFiles(tx, deps, actor, { ownerId, files })
  made.forEach((copy, index) => {
    const file = files[index]
    if (file) same.set(file.id, copy.id)
  })
  return same
}

function copiedRow(id: string, actor: Actor, ownerId: string, row: WorkDataRow): NewWorkData {
  const { name, mediaType, declaredMediaType, sizeInBytes, sha256, kind, comments, tags } = row
  const file = { name, mediaType, declaredMediaType, sizeInBytes, sha256 }
  return { id, ownerId, createdBy: actor.userPublicId, ...file, kind, comments, tags }
}
