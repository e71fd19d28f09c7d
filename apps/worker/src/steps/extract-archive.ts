import { createWriteStream } from 'node:fs'
import { matchesGlob } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { count, listed, plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema, type StepContext, StepError } from '@millrace/worker-sdk'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { TWO_TABLES_ZIP } from '#sample/archives.ts'
import { entriesOverlap, entryFault, entryName } from './archive/safe-entries.ts'

const FILES_MAX = 1000
const ENTRIES_MAX = 100_000
const BYTES_MAX = 20_000_000_000
const NAMED = 5

const PARAMETERS = {
  type: 'object',
  properties: {
    pattern: {
      type: 'string',
      title: 'Files to extract',
      description:
        'A pattern such as *.csv or 2024/**. Without a slash it is compared with the name in any folder. Empty: all.',
      default: '',
      maxLength: 200,
    },
  },
} as const satisfies ParameterSchema

/** Extracts the files of a ZIP archive. */
export const extractArchive = defineStep({
  functionName: 'extract_archive',
  version: '1.0.0',
  deterministic: true,
  title: 'Extract archive',
  shortDescription: 'Extracts the files of a ZIP archive, all of them or those that match a pattern.',
  longDescription: `Each file of the archive becomes a result. Folders become part of the name where two files would otherwise have the same name.
Up to 1,000 files and 20 GB.

Entries whose path leads outside the archive, symbolic links, password-protected entries, and entries that would fill a
disk are left out; the log names them. Nested archives are not extracted.`,
  categories: ['Files'],
  tasks: ['unzip', 'extract', 'unpack', 'ZIP', 'decompress', 'open an archive'],
  icon: 'package-open',
  showFirst: ['files'],
  parameters: PARAMETERS,
  inputs: [{ name: 'archive', title: 'Archive', description: 'A ZIP file.', mediaType: 'application/zip' }],
  outputs: [{ name: 'files', title: 'Files', description: 'The extracted files.', max: null }],
  returns: {
    type: 'object',
    properties: {
      files: { type: 'integer', title: 'Files' },
      bytes: { type: 'integer', title: 'Size', 'x-unit': 'bytes' },
      leftOut: { type: 'integer', title: 'Left out' },
    },
  },
  examples: [
    { title: 'All files of an archive', inputs: { archive: [TWO_TABLES_ZIP] } },
    {
      title: 'Only the tables of February',
      parameters: { pattern: 'february*' },
      inputs: { archive: [TWO_TABLES_ZIP] },
    },
  ],
  async run(context) {
    const archive = context.input('archive')
    const zip = await opened(await archive.path(), archive.name)
    try {
      const { wanted, faults } = await chosenEntries(zip, { name: archive.name, pattern: context.parameters.pattern })
      sayFaults(faults, context.log)
      const bytes = await extractAll(zip, wanted, context)
      context.log.info(`Extracted ${plural(wanted.length, 'file')}.`)
      return { files: wanted.length, bytes, leftOut: faults.length }
    } finally {
      zip.close()
    }
  },
})

async function opened(path: string, name: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  } catch (error) {
    throw unreadable(name, error)
  }
}

function unreadable(name: string, cause: unknown): StepError {
  return new StepError(`${name} can’t be read as a ZIP archive. It may be damaged or incomplete. Upload it again.`, {
    cause,
  })
}

interface Chosen {
  entry: Entry
  name: string
}

async function chosenEntries(
  zip: ZipFile,
  { name, pattern }: { name: string; pattern: string },
): Promise<{ wanted: Chosen[]; faults: string[] }> {
  const all = await entriesOf(zip, name)
  if (entriesOverlap(all.map(({ entry }) => entry)))
    throw new StepError(
      `${name} stores the same bytes for several entries, which is typical of zip bombs. It was not extracted.`,
    )
  const fitting = all.filter((one) => !one.name.endsWith('/') && fits(one.name, pattern))
  const judged = fitting.map((one) => ({ ...one, fault: entryFault(one.entry, one.name) }))
  const wanted = judged.filter(({ fault }) => fault === undefined)
  const faults = judged.flatMap(({ name: own, fault }) => (fault ? [`${own}: ${fault}`] : []))
  const bytes = wanted.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  requireSize({ name, files: wanted.length, bytes })
  if (wanted.length === 0) {
    const names = all.filter((one) => !one.name.endsWith('/')).slice(0, 10)
    if (faults.length > 0) throw new StepError(`No file in ${name} can be extracted. ${faults[0]}.`)
    if (names.length === 0) throw new StepError(`${name} has no files. Choose another archive.`)
    throw new StepError(`No file in ${name} matches “${pattern}”. It has ${listed(names.map((one) => one.name))}.`, {
      parameter: { name: 'pattern' },
    })
  }
  return { wanted, faults }
}

async function entriesOf(zip: ZipFile, name: string): Promise<Chosen[]> {
  const entries: Chosen[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push({ entry, name: entryName(entry) })
      if (entries.length > ENTRIES_MAX) break
    }
  } catch (error) {
    throw unreadable(name, error)
  }
  if (entries.length > ENTRIES_MAX)
    throw new StepError(`${name} has more than ${count(ENTRIES_MAX)} entries. Split the archive.`)
  return entries
}

function fits(name: string, pattern: string): boolean {
  const wanted = pattern.trim()
  if (wanted === '') return true
  return matchesGlob(wanted.includes('/') ? name : (name.split('/').at(-1) ?? name), wanted)
}

function requireSize({ name, files, bytes }: { name: string; files: number; bytes: number }): void {
  if (files > FILES_MAX) {
    throw new StepError(
      `${name} has ${count(files)} matching files; up to ${count(FILES_MAX)} can be extracted at once. Choose fewer with “Files to extract”.`,
      { parameter: { name: 'pattern' } },
    )
  }
  if (bytes > BYTES_MAX) {
    throw new StepError(
      `The files in ${name} are ${count(Math.round(bytes / 1e9))} GB; up to ${BYTES_MAX / 1e9} GB can be extracted at once. Choose fewer with “Files to extract”.`,
      { parameter: { name: 'pattern' } },
    )
  }
}

/** Streams never give more than the size that an entry declares. */
async function extractAll(zip: ZipFile, wanted: readonly Chosen[], context: StepContext<unknown>): Promise<number> {
  const taken = new Set<string>()
  let bytes = 0
  for (const [at, { entry, name }] of wanted.entries()) {
    try {
      const content = await zip.openReadStreamPromise(entry)
      await pipeline(content, createWriteStream(context.output('files', { name: freeName(name, taken) })))
    } catch (error) {
      throw new StepError(`${name} in the archive is damaged and can’t be extracted.`, { cause: error })
    }
    bytes += entry.uncompressedSize
    context.progress((at + 1) / wanted.length)
  }
  return bytes
}

/** The name without its folders, if it is free; otherwise with them. */
function freeName(name: string, taken: Set<string>): string {
  const parts = name.split('/')
  const plain = [parts.at(-1) ?? name, parts.join('_')].find((one) => !taken.has(one)) ?? parts.join('_')
  let free = plain
  for (let n = 2; taken.has(free); n += 1) free = `${n}_${plain}`
  taken.add(free)
  return free
}

function sayFaults(faults: readonly string[], log: StepContext<unknown>['log']): void {
  for (const fault of faults.slice(0, NAMED)) log.warn(`Left out ${fault}.`)
  if (faults.length > NAMED) log.warn(`Left out ${plural(faults.length - NAMED, 'more file')}.`)
}
