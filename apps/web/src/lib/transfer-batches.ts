import { tagsWithFolder } from './folder-tags.ts'
import type { Transfer } from './transfers.ts'

/*
 * Thousands of small files in one request each would wait for thousands of replies. While many wait, they go out together,
 * still few enough bytes for a slow connection.
 */

const FROM = 20
const FILES_MOST = 50
const FILE_BYTES_MOST = 100_000
const BYTES_MOST = 1_000_000

/**
 * The transfers that follow in the next request: one, or many small ones with the same tags and different names, since
 * all files of a request get its tags and the reply distinguishes them by their names.
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
