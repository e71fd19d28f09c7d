import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema, StepError, type StepInput } from '@millrace/worker-sdk'
import { ZipFile } from 'yazl'
import { FEBRUARY, JANUARY, LEVELS } from '#sample/small-tables.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      title: 'Name of the archive',
      default: 'archive',
      minLength: 1,
      maxLength: 100,
    },
    compress: {
      type: 'boolean',
      title: 'Compress',
      description: 'Off is faster for files that are already compressed, such as images and Parquet.',
      default: true,
    },
  },
} as const satisfies ParameterSchema

/** Modification time of all entries. It is fixed, so the same files always produce the same archive. */
const EPOCH = new Date(1980, 0, 1)
const FILE_MODE = 0o100644

export const packArchive = defineStep({
  functionName: 'pack_archive',
  version: '1.1.2',
  // Folders are stored as tags of the files, and users may change tags.
  deterministic: false,
  title: 'Pack archive',
  shortDescription: 'Packs any files into one ZIP archive.',
  longDescription: `Files keep the folders in which you uploaded them or another step extracted them. Files with the same name in the same folder get a number. Files are streamed, so memory use doesn’t depend on their size or number.`,
  categories: ['Files'],
  tasks: ['zip', 'pack', 'compress', 'archive', 'bundle files', 'one file of many'],
  icon: 'archive',
  showFirst: ['archive'],
  parameters: PARAMETERS,
  inputs: [{ name: 'files', title: 'Files', description: 'Files of any kind.', max: null }],
  outputs: [{ name: 'archive', title: 'Archive', mediaType: 'application/zip' }],
  returns: { type: 'object', properties: { files: { type: 'integer', title: 'Files' } } },
  examples: [
    { title: 'Two tables in one archive', parameters: { name: 'levels' }, inputs: { files: [JANUARY, FEBRUARY] } },
    { title: 'One file, not compressed', parameters: { compress: false }, inputs: { files: [LEVELS] } },
  ],
  async run({ parameters, inputs, output, log, progress }) {
    const files = inputs('files')
    if (files.length === 0) throw new StepError('Choose files to pack.')
    const zip = new ZipFile()
    const path = output('archive', {
      name: `${parameters.name.replace(/\.zip$/i, '')}.zip`,
      mediaType: 'application/zip',
    })
    const written = pipeline(zip.outputStream, createWriteStream(path))
    const taken = new Set<string>()
    for (const [at, file] of files.entries()) {
      const options = { mtime: EPOCH, mode: FILE_MODE, compress: parameters.compress }
      zip.addFile(await file.path(), freeName(placeOf(file), taken), options)
      progress((0.5 * (at + 1)) / files.length)
    }
    zip.end()
    await written
    log.info(`Packed ${plural(files.length, 'file')}.`)
    return { files: files.length }
  },
})

/**
 * Returns the path of a file in the archive, such as `2024/levels.csv`. Parts such as `..` are removed, because they
 * would lead out of the folder to which the archive is extracted. Colons in folders become underscores.
 */
function placeOf({ name, folder = '' }: Pick<StepInput, 'name' | 'folder'>): string {
  const parts = folder.split(/[/\\]/).map((part) => part.trim().replaceAll(':', '_'))
  return [...parts.filter((part) => !/^\.*$/.test(part)), name].join('/')
}

function freeName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^./]*)?$/s.exec(name) ?? []
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${extension}`
  taken.add(free.toLowerCase())
  return free
}
