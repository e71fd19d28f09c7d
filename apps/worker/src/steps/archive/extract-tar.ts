import { createReadStream, createWriteStream, type ReadStream, type WriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { listed } from '@millrace/tables/sentences'
import { StepError } from '@millrace/worker-sdk'
import { Parser } from 'tar/parse'
import type { ReadEntry } from 'tar/read-entry'
import {
  BYTES_MAX,
  type ExtractContext,
  type Extracted,
  isFromMac,
  leaveOut,
  matchesPattern,
  type NamedFile,
  placeOf,
  requireEntries,
  requireSize,
} from './chosen-files.ts'
import { growthFault, pathFault } from './safe-entries.ts'

const FILES = ['File', 'OldFile', 'ContiguousFile']
const FOLDERS = ['Directory', 'GNUDumpDir']
const LISTED = 10
/**
 * The parser’s own limit on the compression ratio is off, because intact Deflate data may expand up to 1,032-fold.
 * Instead, files whose declared size is typical of zip bombs are left out.
 */
const OPTIONS = { maxDecompressionRatio: Number.POSITIVE_INFINITY, zstd: false, maxMetaEntrySize: 1_000_000 }

/**
 * Extracts the matching files of a TAR archive while reading it. Throws an error, and leaves no results, if the archive
 * cannot be read completely or no file can be extracted.
 */
export async function extractTar({ path, name }: NamedFile, context: ExtractContext): Promise<Extracted> {
  const extracted: Extracted = { files: 0, bytes: 0, leftOut: 0, faults: [], fromMac: 0 }
  const { size: archiveBytes } = await stat(path)
  let entries = 0
  const taken: { name: string; path: string }[] = []
  const others: string[] = []

  function take(entry: ReadEntry, isSparse: boolean): WriteStream | undefined {
    entries += 1
    requireEntries(name, entries)
    const own = entry.path.replace(/^(\.\/+)+/, '')
    const isFolder = FOLDERS.includes(entry.type) || own.endsWith('/')
    const fromMac = !isFolder && isFromMac(own)
    if (fromMac) extracted.fromMac += 1
    if (isFolder || fromMac || !matchesPattern(own, context.parameters.pattern)) {
      if (!isFolder && !fromMac && others.length < LISTED) others.push(own)
      entry.resume()
      return undefined
    }
    const fault = faultOf(entry, { name: own, isSparse, archiveBytes })
    if (fault) {
      leaveOut(extracted, `${own}: ${fault}`)
      entry.resume()
      return undefined
    }
    extracted.files += 1
    extracted.bytes += entry.size
    requireSize({ name, ...extracted })
    const to = join(context.folder, `extracted_${taken.length}`)
    taken.push({ name: own, path: to })
    const file = createWriteStream(to)
    entry.pipe(file)
    return file
  }

  await readTar({ path, name }, take)
  for (const one of taken) await rename(one.path, context.output('files', placeOf(one.name)))
  if (extracted.files > 0) return extracted
  if (extracted.faults[0]) throw new StepError(`No file in ${name} can be extracted. ${extracted.faults[0]}.`)
  if (others.length === 0) throw new StepError(`${name} has no files. Choose another archive.`)
  throw new StepError(`No file in ${name} matches “${context.parameters.pattern}”. It has ${listed(others)}.`, {
    parameter: { name: 'pattern' },
  })
}

type Take = (entry: ReadEntry, isSparse: boolean) => WriteStream | undefined

/**
 * Resolves when all entries have been passed to `take` and their files have been written. Rejects at the first fault.
 */
async function readTar({ path, name }: NamedFile, take: Take): Promise<void> {
  const files: WriteStream[] = []
  const writes: Promise<void>[] = []
  const bytes = createReadStream(path)
  const onEntry: Reader['onEntry'] = (entry, { isSparse, stop }) => {
    const file = take(entry, isSparse)
    if (!file) return
    const write = finished(file)
    write.catch(stop)
    files.push(file)
    writes.push(write)
  }
  try {
    await parsed(bytes, { name, onEntry })
    await Promise.all(writes)
  } finally {
    bytes.destroy()
    for (const file of files) file.destroy()
    await Promise.allSettled(writes)
  }
}

interface Reader {
  name: string
  onEntry(entry: ReadEntry, by: { isSparse: boolean; stop(error: unknown): void }): void
}

/** Parses an archive. Rejects at the first fault and ignores all later entries. */
function parsed(bytes: ReadStream, { name, onEntry }: Reader): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = new Parser(OPTIONS)
    let isStopped = false
    let isSparse = false
    const stop = (error: unknown) => {
      isStopped = true
      reject(error)
    }
    const takeSafely = (entry: ReadEntry) => {
      try {
        if (entry.meta) throw tooManyAttributes(name)
        if (isStopped) entry.resume()
        else onEntry(entry, { isSparse, stop })
      } catch (error) {
        entry.resume()
        stop(error)
      }
      isSparse = false
    }
    // The library ignores the attributes of sparse files, so an extracted sparse file would start with the list of its
    // parts.
    parser.on('meta', (attributes) => {
      isSparse ||= attributes.includes(' GNU.sparse.')
    })
    parser.on('entry', takeSafely)
    parser.on('ignoredEntry', takeSafely)
    parser.on('warn', (_code, message) => stop(unreadable(name, message)))
    parser.on('error', (error) => stop(unreadable(name, error)))
    parser.on('end', resolve)
    bytes.on('error', stop)
    bytes.pipe(parser)
  })
}

interface Facts {
  name: string
  isSparse: boolean
  archiveBytes: number
}

function faultOf({ type, ignore, size }: ReadEntry, { name, isSparse, archiveBytes }: Facts): string | undefined {
  const wrongPath = pathFault(name)
  if (wrongPath) return wrongPath
  if (type === 'SymbolicLink') return 'it is a symbolic link'
  if (type === 'Link') return 'it is a link to another entry'
  if (isSparse) return 'it is a sparse file, which is not supported'
  if (ignore || !FILES.includes(type)) return 'it is not a plain file'
  return growthFault(size, archiveBytes)
}

function unreadable(name: string, cause: unknown): StepError {
  return new StepError(`${name} can’t be read as a TAR archive. It may be damaged or incomplete. Upload it again.`, {
    cause,
  })
}

/** The entry cannot be extracted without its attributes, because they may contain its name. */
function tooManyAttributes(name: string): StepError {
  return new StepError(
    `${name} has an entry with more than 1 MB of attributes. Pack it again without extended attributes.`,
  )
}

function tooLarge(name: string): StepError {
  const most = `${BYTES_MAX / 1e9} GB`
  return new StepError(
    `${name} has more than ${most}, the most that can be extracted. Split the file before you compress it.`,
  )
}

/** Decompresses a gzip file that does not contain an archive. Throws an error if the file is damaged or too large. */
export async function decompressFile({ path, name }: NamedFile, context: ExtractContext): Promise<Extracted> {
  const own = name.replace(/\.gz$/i, '')
  let bytes = 0
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > BYTES_MAX) throw tooLarge(name)
          yield chunk
        }
      },
      createWriteStream(context.output('files', { name: own })),
    )
  } catch (error) {
    if (error instanceof StepError || !String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new StepError(`${name} is a corrupt or truncated gzip file. Compress it again.`, { cause: error })
  }
  return { files: 1, bytes, leftOut: 0, faults: [], fromMac: 0 }
}
