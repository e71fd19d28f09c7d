import { MEDIA } from '@millrace/contracts/media-types'
import { type OpenEntry, openZipEntry } from './archive-entries.ts'
import type { ArchiveFile } from './preview-task.ts'
import { openTarEntry } from './tar-entries.ts'

/** The content of one entry of an archive, as a stream that ends with an error if it is not as declared. */
export function openEntry(archive: ArchiveFile, index: number): Promise<OpenEntry> {
  return archive.mediaType === MEDIA.tar ? openTarEntry(archive, index) : openZipEntry(archive, index)
}
