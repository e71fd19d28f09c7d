import { Readable } from 'node:stream'
import type { ArchiveEntry } from '@millrace/contracts/previews'
import { count } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import { openZip } from '@millrace/tables/zip-reader'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/*
 * Reads the entries of ZIP archives. Listing the entries decompresses nothing, because a ZIP archive ends with a
 * directory of its entries. An entry is decompressed only if its declared size is plausible, and only up to that size.
 */

/** Maximum number of entries that a preview lists. */
export const ENTRIES_LISTED = 5000
/** Maximum number of entries to read when looking for an entry or for overlaps. Reading more would take seconds. */
export const ENTRIES_READ = 100_000
/**
 * Largest accepted compression ratio, which is far above the ratios of real data. Entries of up to `RATIO_FROM_BYTES`
 * can't fill a disk, so they may have any ratio.
 */
const RATIO_MAX = 200
const RATIO_FROM_BYTES = 100_000_000
const STORED = 0
const DEFLATED = 8
const SYMBOLIC_LINK = 0o120000
const FILE_TYPE = 0o170000
const LOCAL_HEADER_BYTES = 30

/** An entry of an archive and a stream of its decompressed content. */
export interface OpenEntry {
  entry: ArchiveEntry
  content: Readable
}

/** An open ZIP archive, whose entries are read one by one. */
export interface OpenArchive {
  zip: ZipFile
  entries: AsyncIterable<Entry>
}

/**
 * Opens an archive. Throws a TableFault if the archive can’t be read. Names stay undecoded, because the library would
 * reject an archive with an unsafe name.
 */
export async function openArchive({ path, name }: { path: string; name: string }): Promise<OpenArchive> {
  try {
    const zip = await openZip(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
    return { zip, entries: zip.eachEntry() }
  } catch (error) {
    throw damaged(name, error)
  }
}

/** Returns the error for a ZIP archive that cannot be read. `name` is the file name. */
export function damaged(name: string, cause: unknown): TableFault {
  return Object.assign(
    new TableFault(`${name} can’t be read as a ZIP archive. It may be damaged or incomplete. Upload it again.`),
    {
      cause,
    },
  )
}

/** Describes an entry for the preview. If the entry can't be opened, says why. */
function describeEntry(entry: Entry, index: number): ArchiveEntry {
  const name = nameOf(entry)
  const modified = entry.getLastModDate({ timezone: 'UTC' })
  return {
    Index: index,
    Name: shownName(name),
    IsFolder: name.endsWith('/'),
    SizeInBytes: entry.uncompressedSize,
    CompressedBytes: entry.compressedSize,
    ModifiedAt: Number.isNaN(modified.getTime()) ? null : modified.toISOString(),
    Fault: faultOf(entry, name),
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

function faultOf(entry: Entry, name: string): string | null {
  const wrongPath = pathFault(name)
  if (wrongPath) return wrongPath
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return 'It is a symbolic link.'
  if (entry.isEncrypted()) return 'It is protected by a password.'
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    return 'It is compressed with an unsupported method.'
  }
  return growthFault(entry.uncompressedSize, entry.compressedSize)
}

/** Replaces control characters, including those that change the text direction, so that a path is safe to show. */
export function shownName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: paths in an archive may contain any character
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** Returns why a path is rejected, or null. A backslash is ambiguous: it separates folders only on Windows. */
export function pathFault(name: string): string | null {
  const isOutside = yauzl.validateFileName(name.replaceAll('\\', '/')) !== null || name.includes('\0')
  if (isOutside) return 'Its path leads outside the archive.'
  return name.includes('\\') ? 'Its name contains a backslash.' : null
}

/** Returns why an entry with these sizes is refused as a likely zip bomb. Returns null if the sizes are plausible. */
export function growthFault(bytes: number, compressedBytes: number): string | null {
  const ratio = bytes / Math.max(1, compressedBytes)
  if (bytes <= RATIO_FROM_BYTES || ratio <= RATIO_MAX) return null
  return `It would grow to ${count(Math.round(ratio))} times its size, which is typical of zip bombs.`
}

interface ReadEntries {
  /** The requested entries, each with its description for the preview. */
  found: { raw: Entry; entry: ArchiveEntry }[]
  /** Whether entries share the same bytes. If so, no entry can be opened. */
  areShared: boolean
  /** The error at which reading stopped. Undefined if there was none. */
  damage?: unknown
}

/** Reads the entries of an archive, up to a limit, and returns those whose indexes are requested. */
export async function readEntries(
  entries: OpenArchive['entries'],
  isRequested: (index: number) => boolean,
): Promise<ReadEntries> {
  const overlaps = overlapFinder()
  const found: ReadEntries['found'] = []
  let damage: unknown
  let read = 0
  try {
    for await (const raw of entries) {
      if (isRequested(read)) found.push({ raw, entry: describeEntry(raw, read) })
      overlaps.add(raw)
      read += 1
      if (read === ENTRIES_READ) break
    }
  } catch (error) {
    damage = error
  }
  const areShared = overlaps.found()
  if (areShared) for (const { entry } of found) entry.Fault ??= 'It shares its bytes with another entry.'
  return { found, areShared, damage }
}

/** Records where entries are stored, to detect archives in which several entries share the same bytes. */
function overlapFinder() {
  const places: [start: number, end: number][] = []
  return {
    add(entry: Entry): void {
      const start = entry.relativeOffsetOfLocalHeader
      places.push([start, start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize])
    },
    found(): boolean {
      places.sort(([a], [b]) => a - b)
      return places.some(([start], at) => start < (places[at - 1]?.[1] ?? 0))
    },
  }
}

/**
 * Opens the decompressed content of one entry, as a stream that fails if the content is larger than declared. Throws a
 * TableFault if the entry can’t be opened.
 */
export async function openZipEntry(archive: { path: string; name: string }, index: number): Promise<OpenEntry> {
  const { zip, entries } = await openArchive(archive)
  try {
    const { found, damage } = await readEntries(entries, (at) => at === index)
    const [only] = found
    if (!only) throw damage ?? new TableFault(`${archive.name} has no entry ${count(index + 1)}.`)
    const { raw, entry } = only
    if (entry.Fault !== null) throw new TableFault(`${entry.Name} can’t be opened. ${entry.Fault}`)
    const content = entry.IsFolder ? Readable.from([]) : await zip.openReadStreamPromise(raw)
    content.once('close', () => zip.close())
    return { entry, content }
  } catch (error) {
    zip.close()
    throw error instanceof TableFault ? error : damaged(archive.name, error)
  }
}
