import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { listed, plural } from '@millrace/tables/sentences'
import { openZip } from '@millrace/tables/zip-reader'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import type { Entry, ZipFile } from 'yauzl'
import { TWO_TABLES_ZIP } from '#sample/archives.ts'
import { archiveKind } from './archive/archive-kind.ts'
import {
  ENTRIES_MAX,
  type ExtractContext,
  type Extracted,
  isFromMac,
  logFaults,
  matchesPattern,
  type NamedFile,
  placeOf,
  requireEntries,
  requireSize,
} from './archive/chosen-files.ts'
import { decompressFile, extractTar } from './archive/extract-tar.ts'
import { entriesOverlap, entryFault, entryName } from './archive/safe-entries.ts'

const ARCHIVES = 'application/zip, application/x-tar, application/gzip'

const PARAMETERS = {
  type: 'object',
  properties: {
    pattern: {
      type: 'string',
      title: 'Files to extract',
      description:
        'A pattern such as *.csv or 2024/**. A pattern without a slash matches file names in every folder. Leave empty for all.',
      default: '',
      maxLength: 200,
    },
  },
} as const satisfies ParameterSchema

export const extractArchive = defineStep({
  functionName: 'extract_archive',
  version: '1.2.2',
  deterministic: true,
  title: 'Extract archive',
  shortDescription: 'Extracts the files of a ZIP or TAR archive, all of them or those that match a pattern.',
  longDescription: `Each file of the archive becomes a result. Its folder becomes a tag, as if you had uploaded the folder.
Up to 1,000 files and 20 GB. TAR archives may be compressed with gzip; any other gzip file is decompressed.

Entries whose path leads outside the archive, links, password-protected entries, and entries that would fill a disk are
left out; the log names them. Files that only macOS uses are also left out. Nested archives are not extracted.`,
  categories: ['Files'],
  tasks: ['unzip', 'extract', 'unpack', 'ZIP', 'TAR', 'tar.gz', 'gunzip', 'decompress', 'open an archive'],
  icon: 'package-open',
  showFirst: ['files'],
  parameters: PARAMETERS,
  inputs: [{ name: 'archive', title: 'Archive', description: 'A ZIP, TAR or gzip file.', mediaType: ARCHIVES }],
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
      title: 'Only the February tables',
      parameters: { pattern: 'february*' },
      inputs: { archive: [TWO_TABLES_ZIP] },
    },
  ],
  async run(context) {
    const archive = context.input('archive')
    const file = { path: await archive.path(), name: archive.name }
    const extracted = await EXTRACT[await archiveKind(file)](file, context)
    const { files, bytes, leftOut } = extracted
    logFaults(extracted, context.log)
    context.log.info(`Extracted ${plural(files, 'file')}.`)
    return { files, bytes, leftOut }
  },
})

const EXTRACT = { zip: extractZip, tar: extractTar, gzip: decompressFile }

async function extractZip({ path, name }: NamedFile, context: ExtractContext): Promise<Extracted> {
  const zip = await opened(path, name)
  try {
    const { wanted, faults, fromMac } = await chosenEntries(zip, { name, pattern: context.parameters.pattern })
    const bytes = await extractAll(zip, wanted, context)
    return { files: wanted.length, bytes, leftOut: faults.length, faults, fromMac }
  } finally {
    zip.close()
  }
}

async function opened(path: string, name: string): Promise<ZipFile> {
  try {
    return await openZip(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
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
): Promise<{ wanted: Chosen[]; faults: string[]; fromMac: number }> {
  const found = await entriesOf(zip, name)
  const all = found.filter((one) => !isFromMac(one.name))
  if (entriesOverlap(found.map(({ entry }) => entry)))
    throw new StepError(
      `${name} stores the same bytes for several entries, which is typical of zip bombs. It was not extracted.`,
    )
  const fitting = all.filter((one) => !one.name.endsWith('/') && matchesPattern(one.name, pattern))
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
  return { wanted, faults, fromMac: found.filter((one) => isFromMac(one.name) && !one.name.endsWith('/')).length }
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
  requireEntries(name, entries.length)
  return entries
}

/**
 * Extracts the entries and returns their total size in bytes. The library ensures that no entry yields more bytes than
 * it declares.
 */
async function extractAll(zip: ZipFile, wanted: readonly Chosen[], context: ExtractContext): Promise<number> {
  let bytes = 0
  for (const [at, { entry, name }] of wanted.entries()) {
    try {
      const content = await zip.openReadStreamPromise(entry)
      await pipeline(content, createWriteStream(context.output('files', placeOf(name))))
    } catch (error) {
      throw new StepError(`${name} in the archive is damaged and can’t be extracted.`, { cause: error })
    }
    bytes += entry.uncompressedSize
    context.progress((at + 1) / wanted.length)
  }
  return bytes
}
