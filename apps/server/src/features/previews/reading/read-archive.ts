import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import { count } from '@millrace/tables/sentences'
import { damaged, ENTRIES_LISTED, openArchive, readEntries } from '../archive-entries.ts'
import { openEntry } from '../open-entry.ts'
import type { ArchiveListing, ArchiveTask, EntryHead, EntryTask } from '../preview-task.ts'
import { damagedTar } from '../tar-entries.ts'
import { readTar } from './read-tar.ts'

export function readArchive(task: ArchiveTask): Promise<ArchiveListing> {
  return task.mediaType === MEDIA.tar ? readTar(task) : readZip(task)
}

/** Lists the first entries, and checks many more for overlaps. */
async function readZip(task: ArchiveTask): Promise<ArchiveListing> {
  const { zip, entries } = await openArchive(task)
  const { found, areShared, damage } = await readEntries(entries, (at) => at < ENTRIES_LISTED)
  zip.close()
  if (damage !== undefined && found.length === 0) throw damaged(task.name, damage)
  const notes: string[] = []
  if (damage !== undefined) notes.push('The archive is damaged. Later entries can’t be listed.')
  else if (zip.entryCount > found.length) notes.push(`The first ${count(found.length)} entries are listed.`)
  if (areShared) notes.push('Entries share the same bytes, which is typical of zip bombs. They can’t be opened.')
  return { entries: found.map(({ entry }) => entry), total: zip.entryCount, notes }
}

function unreadable({ mediaType, name }: EntryTask, cause: unknown) {
  return mediaType === MEDIA.tar ? damagedTar(name, cause) : damaged(name, cause)
}

/** Decompresses the first megabyte of an entry. */
export async function readEntryHead(task: EntryTask): Promise<EntryHead> {
  const { entry, content } = await openEntry(task, task.index)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of content) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes >= LIMITS.previewTextBytes) break
    }
  } catch (error) {
    throw unreadable(task, error)
  }
  return { entry, head: Buffer.concat(chunks).subarray(0, LIMITS.previewTextBytes).toString('base64') }
}
