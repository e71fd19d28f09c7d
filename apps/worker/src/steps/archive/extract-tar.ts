import { createReadStream, createWriteStream, type ReadStream, type WriteStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { listed } from '@millrace/tables/sentences'
import { StepError } from '@millrace/worker-sdk'
import { Parser } from 'tar/parse'
import type { ReadEntry } from 'tar/read-entry'
import { type ExtractContext, type Extracted, fits, freeName, type NamedFile, requireSize } from './chosen-files.ts'
import { leadsOutside } from './safe-entries.ts'

const FILES = ['File', 'OldFile', 'ContiguousFile']
const FOLDERS = ['Directory', 'GNUDumpDir']
const LISTED = 10

/** Extracts the files of a TAR archive while it is read. Results are kept only if all of it can be read. */
export async function extractTar({ path, name }: NamedFile, context: ExtractContext): Promise<Extracted> {
  const extracted: Extracted = { files: 0, bytes: 0, faults: [] }
  const taken = new Set<string>()
  const others: string[] = []

  function take(entry: ReadEntry, isSparse: boolean): WriteStream | undefined {
    const own = entry.path.replace(/^(\.\/+)+/, '')
    const isFolder = FOLDERS.includes(entry.type) || own.endsWith('/')
    if (isFolder || !fits(own, context.parameters.pattern)) {
      if (!isFolder && others.length < LISTED) others.push(own)
      entry.resume()
      return undefined
    }
    const fault = faultOf(entry, { name: own, isSparse })
    if (fault) {
      extracted.faults.push(`${own}: ${fault}`)
      entry.resume()
      return undefined
    }
    extracted.files += 1
    extracted.bytes += entry.size
    requireSize({ name, ...extracted })
    const file = createWriteStream(context.output('files', { name: freeName(own, taken) }))
    entry.pipe(file)
    return file
  }

  await readTar({ path, name }, take)
  if (extracted.files > 0) return extracted
  if (extracted.faults[0]) throw new StepError(`No file in ${name} can be extracted. ${extracted.faults[0]}.`)
  if (others.length === 0) throw new StepError(`${name} has no files. Choose another archive.`)
  throw new StepError(`No file in ${name} matches “${context.parameters.pattern}”. It has ${listed(others)}.`, {
    parameter: { name: 'pattern' },
  })
}

type Take = (entry: ReadEntry, isSparse: boolean) => WriteStream | undefined

/** Ends when all entries were taken and written or, at the first fault, with an error. */
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

/** Parses an archive. Nothing is taken from it after the first fault. */
function parsed(bytes: ReadStream, { name, onEntry }: Reader): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = new Parser()
    let isStopped = false
    let isSparse = false
    const stop = (error: unknown) => {
      isStopped = true
      reject(error)
    }
    const takeSafely = (entry: ReadEntry) => {
      try {
        if (isStopped) entry.resume()
        else onEntry(entry, { isSparse, stop })
      } catch (error) {
        entry.resume()
        stop(error)
      }
      isSparse = false
    }
    // The library ignores these attributes, and would give the map of a sparse file as the start of its content.
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

function faultOf(
  { type, ignore }: ReadEntry,
  { name, isSparse }: { name: string; isSparse: boolean },
): string | undefined {
  if (leadsOutside(name)) return 'its path leads outside the archive'
  if (type === 'SymbolicLink') return 'it is a symbolic link'
  if (type === 'Link') return 'it is a link to another entry'
  if (isSparse) return 'it is a sparse file, which is not supported'
  return ignore || !FILES.includes(type) ? 'it is not a plain file' : undefined
}

function unreadable(name: string, cause: unknown): StepError {
  return new StepError(`${name} can’t be read as a TAR archive. It may be damaged or incomplete.`, { cause })
}

/** Decompresses a gzip file that is not an archive. */
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
          requireSize({ name, files: 1, bytes })
          yield chunk
        }
      },
      createWriteStream(context.output('files', { name: own })),
    )
  } catch (error) {
    if (error instanceof StepError || !String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new StepError(`${name} is a corrupt or truncated gzip file. Compress it again.`, { cause: error })
  }
  return { files: 1, bytes, faults: [] }
}
