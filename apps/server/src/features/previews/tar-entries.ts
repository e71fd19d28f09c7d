import { Readable } from 'node:stream'
import type { ArchiveEntry } from '@millrace/contracts/previews'
import { count } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import { Header } from 'tar/header'
import { Pax } from 'tar/pax'
import { ENTRIES_READ, growthFault, type OpenEntry, pathFault, shownName } from './archive-entries.ts'
import { BeyondLimit, Damaged, type TarSource, tarSource } from './tar-source.ts'

/*
 * Reads the entries of TAR archives. An archive has no directory: each entry is preceded by a header with the size of
 * the entry. The library parses the headers. Contents are skipped and, in an uncompressed archive, not even read.
 */

const BLOCK = 512
/** Maximum size of the long names and attributes that precede an entry. Parsing 1 MB of them can take 0.1 s. */
const ATTRIBUTES_MAX = 256_000
/** Maximum total size of an archive's attributes. Entries with attributes usually have 1,024 bytes of them. */
const ATTRIBUTES_OF_ALL = 100_000_000
const FAULTS: Record<string, string> = {
  SymbolicLink: 'It is a symbolic link.',
  Link: 'It is a link to another entry.',
  SparseFile: 'It is a sparse file, which is not supported.',
}
const FILES = ['File', 'OldFile', 'ContiguousFile']
const FOLDERS = ['Directory', 'GNUDumpDir']
/** Types of entries that have no content, whatever size their header states. */
const LINKS = ['SymbolicLink', 'Link', 'CharacterDevice', 'BlockDevice', 'FIFO']
/** Types of headers that describe the following entry. */
const ATTRIBUTES = [
  'ExtendedHeader',
  'OldExtendedHeader',
  'GlobalExtendedHeader',
  'NextFileHasLongPath',
  'OldGnuLongPath',
  'NextFileHasLongLinkpath',
]

export interface TarEntry {
  entry: ArchiveEntry
  /** Number of bytes up to the next header. */
  length: number
}

/**
 * Yields the entries in archive order, and throws BeyondLimit if entries follow the first 100,000, or the first 100 MB of
 * attributes. When an entry is yielded, the source is at the start of its content.
 */
export async function* entriesOfTar(source: TarSource, archiveBytes: number): AsyncGenerator<TarEntry> {
  let known: Attributes = { isSparse: false }
  let own = 0
  let all = 0
  for (let index = 0; ; ) {
    const block = await source.read(BLOCK)
    if (block.length < BLOCK) {
      if (block.length > 0 || index === 0) throw new Damaged()
      return
    }
    const header = new Header(block, 0, known.next, known.everywhere)
    if (header.nullBlock) return
    requireLimits(index, all)
    const size = header.size ?? 0
    if (!header.cksumValid || !Number.isSafeInteger(size) || size < 0) throw new Damaged()
    const padded = Math.ceil(size / BLOCK) * BLOCK
    if (ATTRIBUTES.includes(header.type)) {
      own += BLOCK + padded
      if (own > ATTRIBUTES_MAX) throw new Damaged()
      const bytes = await source.read(padded)
      if (bytes.length < padded) throw new Damaged()
      known = withAttributes(known, header.type, bytes.toString('utf8', 0, size))
      continue
    }
    if (header.type === 'SparseFile') await skipSparseMap(source, block)
    const length = LINKS.includes(header.type) ? 0 : padded
    yield { entry: described(header, { index, isSparse: known.isSparse, archiveBytes }), length }
    known = { everywhere: known.everywhere, isSparse: false }
    all += own
    own = 0
    index += 1
  }
}

function requireLimits(entries: number, attributeBytes: number): void {
  if (entries >= ENTRIES_READ) throw new BeyondLimit(`${count(ENTRIES_READ)} entries`)
  if (attributeBytes >= ATTRIBUTES_OF_ALL) throw new BeyondLimit(`${count(ATTRIBUTES_OF_ALL / 1e6)} MB of attributes`)
}

interface Attributes {
  next?: Pax | undefined
  everywhere?: Pax | undefined
  isSparse: boolean
}

function withAttributes(known: Attributes, type: string, text: string): Attributes {
  const isSparse = known.isSparse || text.includes(' GNU.sparse.')
  return type === 'GlobalExtendedHeader'
    ? { ...known, isSparse, everywhere: Pax.parse(text, known.everywhere, true) }
    : { ...known, isSparse, next: named(type, text, known.next) }
}

function named(type: string, text: string, known: Pax | undefined): Pax | undefined {
  if (type === 'NextFileHasLongLinkpath') return known
  if (/ExtendedHeader$/.test(type)) return Pax.parse(text, known)
  return Object.assign(known ?? new Pax({}), { path: text.replace(/\0.*$/s, '') })
}

/** Skips the blocks after a header in which old archives continue the map of a sparse file. */
async function skipSparseMap(source: TarSource, header: Buffer): Promise<void> {
  for (let more = header[482]; more; ) {
    const block = await source.read(BLOCK)
    if (block.length < BLOCK) throw new Damaged()
    more = block[504]
  }
}

function described(
  header: Header,
  { index, isSparse, archiveBytes }: { index: number; isSparse: boolean; archiveBytes: number },
): ArchiveEntry {
  const isFolder = FOLDERS.includes(header.type) || (header.path ?? '').endsWith('/')
  const name = (header.path ?? '').replace(/^(\.\/+)+(?=.)/, '')
  const size = isFolder ? 0 : (header.size ?? 0)
  const modified = header.mtime?.getTime() ?? Number.NaN
  return {
    Index: index,
    Name: shownName(name),
    IsFolder: isFolder,
    SizeInBytes: size,
    CompressedBytes: size,
    ModifiedAt: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    Fault: faultOf(header.type, { name, size, isFolder, isSparse, archiveBytes }),
  }
}

interface Facts {
  name: string
  size: number
  isFolder: boolean
  isSparse: boolean
  archiveBytes: number
}

function faultOf(type: string, { name, size, isFolder, isSparse, archiveBytes }: Facts): string | null {
  const fault = pathFault(name) ?? (isSparse ? FAULTS.SparseFile : FAULTS[type])
  if (fault) return fault
  if (!isFolder && !FILES.includes(type)) return 'It is not a file.'
  return growthFault(size, archiveBytes)
}

/** Opens the content of one entry, as a stream that fails if the archive ends early. */
export async function openTarEntry(
  archive: { path: string; name: string; sizeInBytes: number },
  index: number,
): Promise<OpenEntry> {
  const source = await tarSource(archive.path)
  try {
    for await (const { entry, length } of entriesOfTar(source, archive.sizeInBytes)) {
      if (entry.Index < index) {
        await source.skip(length)
        continue
      }
      if (entry.Fault !== null) throw new TableFault(`${entry.Name} can’t be opened. ${entry.Fault}`)
      const content = Readable.from(contentOf(source, entry.SizeInBytes), { objectMode: false })
      // A `finally` block in the generator would not run if nothing is read from the stream.
      content.once('close', () => source.close())
      return { entry, content }
    }
    throw new TableFault(`${archive.name} has no entry ${count(index + 1)}.`)
  } catch (error) {
    await source.close()
    throw error instanceof TableFault ? error : unreadable(archive.name, error)
  }
}

const CHUNK = 65_536

async function* contentOf(source: TarSource, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const part = await source.content(Math.min(CHUNK, left))
    if (part.length === 0) throw new Damaged()
    left -= part.length
    yield part
  }
}

function unreadable(name: string, cause: unknown): TableFault {
  if (!(cause instanceof BeyondLimit)) return damagedTar(name, cause)
  return new TableFault(`The entry follows the first ${cause.read}, so it is not read. Download the archive instead.`)
}

/** Returns the error for a TAR archive that cannot be read. `name` is the file name. */
export function damagedTar(name: string, cause: unknown): TableFault {
  const message = `${name} can’t be read as a TAR archive. It may be damaged or incomplete. Upload it again.`
  return Object.assign(new TableFault(message), { cause })
}
