import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import { count } from '@millrace/tables/sentences'
import { damaged, describeEntry, ENTRIES_LISTED, ENTRIES_READ, openArchive, overlapFinder } from '../archive-entries.ts'
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
  const overlaps = overlapFinder()
  const listed: ArchiveListing['entries'] = []
  let read = 0
  try {
    for await (const entry of entries) {
      if (read < ENTRIES_LISTED) listed.push(describeEntry(entry, read))
      overlaps.add(entry)
      read += 1
      if (read === ENTRIES_READ) break
    }
  } catch (error) {
    if (listed.length === 0) throw damaged(task.name, error)
    return { entries: listed, total: zip.entryCount, notes: ['The archive is damaged. Later entries can’t be listed.'] }
  } finally {
    zip.close()
  }
  const notes: string[] = []
  if (zip.entryCount > listed.length) notes.push(`The first ${count(listed.length)} entries are listed.`)
  if (overlaps.found()) {
    notes.push('Entries share the same bytes, which is typical of zip bombs. They can’t be opened.')
    for (const entry of listed) entry.Fault ??= 'It shares its bytes with another entry.'
  }
  return { entries: listed, total: zip.entryCount, notes }
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
