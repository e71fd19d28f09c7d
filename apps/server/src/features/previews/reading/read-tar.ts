import { count } from '@millrace/tables/sentences'
import { ENTRIES_LISTED } from '../archive-entries.ts'
import type { ArchiveListing, ArchiveTask } from '../preview-task.ts'
import { damagedTar, entriesOfTar } from '../tar-entries.ts'
import { BeyondLimit, tarSource } from '../tar-source.ts'

/** Lists the first entries of a TAR archive, and counts entries up to a much higher limit. */
export async function readTar(task: ArchiveTask, decompressedMost?: number): Promise<ArchiveListing> {
  const source = await tarSource(task.path, decompressedMost)
  const entries: ArchiveListing['entries'] = []
  let total = 0
  const listing = (...notes: string[]) => {
    const most = total > entries.length ? [`The first ${count(entries.length)} entries are listed.`] : []
    return { entries, total, notes: [...most, ...notes] }
  }
  try {
    for await (const { entry, length } of entriesOfTar(source, task.sizeInBytes)) {
      if (total < ENTRIES_LISTED) entries.push(entry)
      total += 1
      await source.skip(length)
    }
    return listing()
  } catch (error) {
    if (error instanceof BeyondLimit) {
      return listing(`Only the first ${error.read} were read. Later entries aren’t listed.`)
    }
    if (total === 0) throw damagedTar(task.name, error)
    return listing('The archive is damaged. Later entries can’t be listed.')
  } finally {
    await source.close()
  }
}
