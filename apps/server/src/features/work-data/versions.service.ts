import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { LIMITS } from '@millrace/contracts/limits'
import type { FindSameNamesParameters } from '@millrace/contracts/work-data'
import { asActor, type Tx } from '@millrace/db/act'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { z } from 'zod'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { notFound, Problem } from '#problem.ts'
import * as versions from './versions.store.ts'
import * as store from './work-data.store.ts'

export type VersionService = ReturnType<typeof versionService>

/**
 * A version is a separate item of work data, so references to earlier versions stay valid. Versions share a series, and
 * lists show only the newest version: adding a version hides the earlier versions, and deleting the visible version
 * shows its predecessor.
 */
export function versionService({ db }: Pick<Deps, 'db'>) {
  return {
    /**
     * Returns the newest visible upload with each name. If `Folders` is given, the upload must be in the folder at the
     * same index as its name.
     */
    sameNames(actor: Actor, { Names, Folders }: z.output<typeof FindSameNamesParameters>) {
      if (Folders && Folders.length !== Names.length)
        throw new Problem('invalid-parameters', 'Folders must have one entry for each name in Names.')
      return asActor(db, actor, (tx) =>
        versions.sameNames(tx, actor.ownerId, { names: Names, folders: Folders ?? null }),
      )
    },

    /**
     * Makes an upload the newest version of `of`. Also adds the tags of `of` to the upload, but not its `folder=` tag
     * if the upload already has such a tag. Throws a Problem if the upload is a version of another file.
     */
    add: (actor: Actor, { id, of }: { id: string; of: string }): Promise<void> =>
      asActor(db, actor, async (tx) => {
        const earlier = await lockUpload(tx, actor, of)
        const file = id === of ? earlier : await lockUpload(tx, actor, id)
        const series = earlier.series ?? earlier.id
        if (id === of) throw new Problem('action-not-offered', `${file.name} can’t be a version of itself.`)
        // The client missed the response and repeated the request.
        if (file.series === series) return
        if (file.series) throw new Problem('action-not-offered', `${file.name} is already a version of another file.`)
        await versions.beginSeries(tx, earlier.id)
        const newest = await versions.lockSeries(tx, series)
        const hidden = await versions.hideVersions(tx, series)
        const folders = file.tags.some(isFolder) ? [] : earlier.tags.filter(isFolder)
        const kept = earlier.tags.filter((tag) => !isFolder(tag))
        const tags = [...new Set([...file.tags, ...folders, ...kept])].slice(0, LIMITS.tagsMax)
        await store.update(tx, id, { series, version: newest + 1, tags })
        for (const changed of new Set([...hidden, of, id])) announce(tx, actor.ownerId, changed)
      }),
  }
}

const isFolder = (tag: string) => tag.startsWith(FOLDER_KEY)

/** If deleted files were the only visible versions of their series, makes the newest remaining versions visible. */
export async function showPredecessors(tx: Tx, ownerId: string, deleted: readonly WorkDataRow[]): Promise<void> {
  const series = deleted.flatMap((row) => (row.series && !row.hidden ? row.series : []))
  if (series.length === 0) return
  for (const id of await versions.showNewest(tx, series)) announce(tx, ownerId, id)
}

async function lockUpload(tx: Tx, actor: Actor, id: string): Promise<WorkDataRow> {
  const row = await store.find(tx, { owner: actor.ownerId }, id, true)
  if (!row) throw notFound()
  if (row.kind === 'ClientUpload') return row
  throw new Problem('action-not-offered', `${row.name} is the result of a job. Only uploaded files have versions.`)
}

function announce(tx: Tx, ownerId: string, id: string): void {
  tx.changed({ type: 'WorkData', event: 'Changed', id, ownerId })
}
