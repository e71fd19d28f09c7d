import { count } from '@millrace/tables/sentences'
import yauzl, { type Entry } from 'yauzl'

/** Maximum compression ratio of entries larger than `RATIO_FROM_BYTES`. Real data has far lower ratios. */
const RATIO_MAX = 200
const RATIO_FROM_BYTES = 100_000_000
const STORED = 0
const DEFLATED = 8
const SYMBOLIC_LINK = 0o120000
const FILE_TYPE = 0o170000
const LOCAL_HEADER_BYTES = 30

/** Returns the name of an entry as written in the archive. */
export function entryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

/**
 * Returns why the path of an entry is refused, or undefined if it is safe. Backslashes are refused because they
 * separate folders on Windows, but are part of a name elsewhere.
 */
export function pathFault(name: string): string | undefined {
  const isOutside = yauzl.validateFileName(name.replaceAll('\\', '/')) !== null || name.includes('\0')
  if (isOutside) return 'its path leads outside the archive'
  return name.includes('\\') ? 'its name contains a backslash' : undefined
}

/**
 * Returns why an entry looks like a zip bomb, or undefined if it doesn't. Compares its size with its compressed size.
 */
export function growthFault(bytes: number, compressedBytes: number): string | undefined {
  const ratio = bytes / Math.max(1, compressedBytes)
  if (bytes <= RATIO_FROM_BYTES || ratio <= RATIO_MAX) return undefined
  return `it would grow to ${count(Math.round(ratio))} times its size, which is typical of zip bombs`
}

/** Returns why an entry must not be extracted, or undefined if it is safe. */
export function entryFault(entry: Entry, name: string): string | undefined {
  const wrongPath = pathFault(name)
  if (wrongPath) return wrongPath
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return 'it is a symbolic link'
  if (entry.isEncrypted()) return 'it is protected by a password'
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return 'it is compressed with an unsupported method'
  return growthFault(entry.uncompressedSize, entry.compressedSize)
}

/** Whether entries share bytes of the archive, as in zip bombs. */
export function entriesOverlap(entries: readonly Entry[]): boolean {
  const places = entries.map((entry) => {
    const start = entry.relativeOffsetOfLocalHeader
    return [start, start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize] as const
  })
  const sorted = places.toSorted(([a], [b]) => a - b)
  return sorted.some(([start], at) => start < (sorted[at - 1]?.[1] ?? 0))
}
