import { Readable } from 'node:stream'
import type { ArchiveEntry } from '@millrace/contracts/previews'
import { count } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import { Header } from 'tar/header'
import { Pax } from 'tar/pax'
import { ENTRIES_READ, growthFault, isOutside, type OpenEntry, shownName } from './archive-entries.ts'
import { type TarSource, tarSource } from './tar-source.ts'

/*
 * Entries of TAR archives. An archive has no directory: each entry follows a header with its size. Headers are parsed by
 * the library, and contents are passed over, without reading them if the archive is not compressed.
 */

const BLOCK = 512
/** Long names and attributes are headers of their own. Larger ones are a fault. */
const ATTRIBUTES_MOST = 1_000_000
const FAULTS: Record<string, string> = {
  SymbolicLink: 'It is a symbolic link.',
  Link: 'It is a link to another entry.',
  SparseFile: 'It is a sparse file, which is not supported.',
}
const FILES = ['File', 'OldFile', 'ContiguousFile']
const FOLDERS = ['Directory', 'GNUDumpDir']
/** Types without content, whatever size their header has. */
const LINKS = ['SymbolicLink', 'Link', 'CharacterDevice', 'BlockDevice', 'FIFO']
/** Headers that describe the next entry. */
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
  /** The bytes up to the next header. */
  length: number
}

/** The entries in their order. After each, the source is at the start of its content. */
export async function* entriesOfTar(source: TarSource, archiveBytes: number): AsyncGenerator<TarEntry> {
  let extended: Pax | undefined
  let everywhere: Pax | undefined
  let isSparse = false
  for (let index = 0; index < ENTRIES_READ; ) {
    const block = await source.read(BLOCK)
    if (block.length < BLOCK) {
      if (block.length > 0 || index === 0) throw new Damaged()
      return
    }
    const header = new Header(block, 0, extended, everywhere)
    if (header.nullBlock) return
    const size = header.size ?? 0
    if (!header.cksumValid || !Number.isSafeInteger(size) || size < 0) throw new Damaged()
    const padded = Math.ceil(size / BLOCK) * BLOCK
    if (ATTRIBUTES.includes(header.type)) {
      if (size > ATTRIBUTES_MOST) throw new Damaged()
      const text = (await source.read(padded)).toString('utf8', 0, size)
      isSparse ||= text.includes(' GNU.sparse.')
      if (header.type === 'GlobalExtendedHeader') everywhere = Pax.parse(text, everywhere, true)
      else extended = named(header.type, text, extended)
      continue
    }
    if (header.type === 'SparseFile') await skipSparseMap(source, block)
    const length = LINKS.includes(header.type) ? 0 : padded
    yield { entry: described(header, { index, isSparse, archiveBytes }), length }
    extended = undefined
    isSparse = false
    index += 1
  }
}

/** The archive ends early, or has something else where a header is expected. */
export class Damaged extends Error {}

function named(type: string, text: string, known: Pax | undefined): Pax | undefined {
  if (type === 'NextFileHasLongLinkpath') return known
  if (/ExtendedHeader$/.test(type)) return Pax.parse(text, known)
  return Object.assign(known ?? new Pax({}), { path: text.replace(/\0.*$/s, '') })
}

/** Old archives list the parts of a sparse file in the header and, if there are many, in blocks after it. */
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
  if (isOutside(name)) return 'Its path leads outside the archive.'
  const fault = isSparse ? FAULTS.SparseFile : FAULTS[type]
  if (fault) return fault
  if (!isFolder && !FILES.includes(type)) return 'It is not a file.'
  return growthFault(size, archiveBytes)
}

/** The content of one entry, as a stream that ends with an error if the archive ends before it. */
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
      // Not in a `finally` of the generator, which does not run if nothing is read.
      content.once('close', () => source.close())
      return { entry, content }
    }
    throw new TableFault(`${archive.name} has no entry ${count(index + 1)}.`)
  } catch (error) {
    await source.close()
    throw error instanceof TableFault ? error : damagedTar(archive.name, error)
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

export function damagedTar(name: string, cause: unknown): TableFault {
  return Object.assign(new TableFault(`${name} can’t be read as a TAR archive. It may be damaged or incomplete.`), {
    cause,
  })
}
