import { tagsWithFolder } from './folder-tags.ts'
import type { Transfer } from './transfers.ts'

/* Sending thousands of small files one by one would mean waiting for thousands of replies. If many are waiting, several
   are sent in one request, which is kept small enough for a slow connection. */

const FROM = 20
const FILES_MOST = 50
const FILE_BYTES_MOST = 100_000
const BYTES_MOST = 1_000_000

/**
 * Returns the transfers to send in the next request: one, or many small ones with the same tags and different names,
 * because all files of a request get its tags, and because the reply may have to be matched with the files by name.
 */
export function nextBatch(waiting: readonly Transfer[]): Transfer[] {
  const [first] = waiting
  if (!first || !isSmall(first)) return first ? [first] : []
  const tags = tagText(first)
  const names = new Set<string>()
  const batch: Transfer[] = []
  let bytes = 0
  let small = 0
  for (const transfer of waiting) {
    if (!isSmall(transfer)) continue
    small += 1
    const isFull = batch.length === FILES_MOST || bytes + transfer.size > BYTES_MOST
    if (isFull && small >= FROM) break
    if (isFull || names.has(transfer.file.name) || tagText(transfer) !== tags) continue
    names.add(transfer.file.name)
    batch.push(transfer)
    bytes += transfer.size
  }
  return small >= FROM ? batch : [first]
}

function isSmall({ size, url, isAlone, sentTags }: Transfer): boolean {
  return size > 0 && size <= FILE_BYTES_MOST && url === undefined && !isAlone && sentTags === undefined
}

function tagText({ tags, file }: Transfer): string {
  return tagsWithFolder(tags, file).join('\n')
}
