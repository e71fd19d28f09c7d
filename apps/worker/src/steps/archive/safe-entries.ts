import { count } from '@millrace/tables/sentences'
import yauzl, { type Entry } from 'yauzl'

/** Deflate shrinks real data much less. Larger ratios are only refused for entries that would fill a disk. */
const RATIO_MOST = 200
const RATIO_FROM_BYTES = 100_000_000
const STORED = 0
const DEFLATED = 8
const SYMBOLIC_LINK = 0o120000
const FILE_TYPE = 0o170000
const LOCAL_HEADER_BYTES = 30

/** The name of an entry as its archive spells it. */
export function entryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

export function leadsOutside(name: string): boolean {
  return yauzl.validateFileName(name) !== null || name.includes('\0')
}

/** Why an entry must not be extracted. */
export function entryFault(entry: Entry, name: string): string | undefined {
  if (leadsOutside(name)) return 'its path leads outside the archive'
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return 'it is a symbolic link'
  if (entry.isEncrypted()) return 'it is protected by a password'
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return 'it is compressed with an unsupported method'
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > RATIO_FROM_BYTES && ratio > RATIO_MOST)
    return `it would grow to ${count(Math.round(ratio))} times its size, which is typical of zip bombs`
  return undefined
}

/** Whether the same bytes belong to several entries, as in zip bombs. */
export function entriesOverlap(entries: readonly Entry[]): boolean {
  const places = entries.map((entry) => {
    const start = entry.relativeOffsetOfLocalHeader
    return [start, start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize] as const
  })
  const sorted = places.toSorted(([a], [b]) => a - b)
  return sorted.some(([start], at) => start < (sorted[at - 1]?.[1] ?? 0))
}
