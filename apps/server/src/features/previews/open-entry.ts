import { MEDIA } from '@millrace/contracts/media-types'
import { type OpenEntry, openZipEntry } from './archive-entries.ts'
import type { ArchiveFile } from './preview-task.ts'
import { openTarEntry } from './tar-entries.ts'

/** Opens the content of one entry of an archive, as a stream that fails if the content is not as declared. */
export function openEntry(archive: ArchiveFile, index: number): Promise<OpenEntry> {
  return archive.mediaType === MEDIA.tar ? openTarEntry(archive, index) : openZipEntry(archive, index)
}
