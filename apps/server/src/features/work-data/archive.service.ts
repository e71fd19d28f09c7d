import { LIMITS } from '@millrace/contracts/limits'
import type { WorkDataQueryParameters } from '@millrace/contracts/work-data'
import type { Cursor } from '@millrace/db/keyset'
import type { Storage } from '@millrace/storage/storage'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { placesInArchive } from './archive.rules.ts'
import type { WorkDataFound } from './work-data.rules.ts'
import type { WorkDataQueryService } from './work-data-queries.service.ts'
import { zipArchive } from './zip-archive.service.ts'

const PAGE = 500

export type DownloadArchiveService = ReturnType<typeof downloadArchiveService>

/** Packs the work data that matches a query into a ZIP archive while it is downloaded. */
export function downloadArchiveService(deps: Pick<Deps, 'storage'>, queries: Pick<WorkDataQueryService, 'list'>) {
  const { storage } = deps

  async function filesOf(actor: Actor, query: WorkDataQueryParameters): Promise<WorkDataFound[]> {
    const files: WorkDataFound[] = []
    for (let after: Cursor | undefined, isMore = true; isMore; ) {
      const page = { limit: PAGE, offset: 0, ...(after && { after }) }
      const { rows, last, total } = await queries.list(actor, { ...query, IncludeRemainingTags: false }, page)
      if (total > LIMITS.archiveFilesMax) {
        const most = LIMITS.archiveFilesMax.toLocaleString('en-US')
        throw new Problem('too-large', `More than ${most} files match. Narrow the filter.`)
      }
      files.push(...rows)
      after = last
      isMore = last !== undefined
    }
    requireSmall(files)
    return files
  }

  return {
    /**
     * Throws a Problem if too many files or bytes match. Clients call this before the browser starts the download, so
     * that they can show the error.
     */
    async requireFew(actor: Actor, query: WorkDataQueryParameters): Promise<void> {
      await filesOf(actor, query)
    },

    /**
     * Returns the archive and its size in bytes. The size is known in advance, because the archive contains the files
     * uncompressed. Throws a Problem if no files, too many files or too many bytes match, or if a stored file is
     * missing or incomplete.
     */
    async pack(actor: Actor, query: WorkDataQueryParameters) {
      const files = await filesOf(actor, query)
      if (files.length === 0) throw new Problem('not-found', 'No files match.')
      for (const { name, sha256, sizeInBytes } of files) {
        if ((await storage.stat(sha256))?.sizeInBytes === sizeInBytes) continue
        throw new Problem(
          'damaged-data',
          `The stored file of ${name} is missing or damaged. Delete it, or ask an administrator to restore it from a backup.`,
        )
      }
      return zipped(storage, files)
    },
  }
}

function requireSmall(files: readonly WorkDataFound[]): void {
  const sizeInBytes = files.reduce((sum, file) => sum + file.sizeInBytes, 0)
  if (sizeInBytes <= LIMITS.archiveBytesMax) return
  const most = LIMITS.archiveBytesMax / 1e12
  throw new Problem('too-large', `Together, these files are larger than ${most} TB. Choose fewer.`)
}

async function zipped(storage: Storage, files: readonly WorkDataFound[]) {
  const zip = zipArchive(storage)
  const places = placesInArchive(files)
  for (const [index, file] of files.entries()) zip.addFile({ ...file, place: places[index] ?? file.sha256 })
  return { content: zip.content, sizeInBytes: await zip.end() }
}
