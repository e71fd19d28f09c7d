import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema } from '@millrace/worker-sdk'
import { FEBRUARY, JANUARY, LEVELS } from '#sample/small-tables.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    algorithm: {
      type: 'string',
      title: 'Algorithm',
      description: 'SHA-256 is the usual choice. MD5 and SHA-1 detect only accidental changes.',
      enum: ['sha256', 'sha512', 'sha1', 'md5'],
      default: 'sha256',
      'x-enum-titles': { sha256: 'SHA-256', sha512: 'SHA-512', sha1: 'SHA-1', md5: 'MD5' },
    },
  },
} as const satisfies ParameterSchema

export const computeChecksums = defineStep({
  functionName: 'compute_checksums',
  version: '1.0.1',
  deterministic: true,
  title: 'Compute checksums',
  shortDescription: 'Computes a checksum for each file, in sha256sum format.',
  longDescription: `Writes one line per file with its checksum and name. To verify the files, run sha256sum -c checksums.sha256 in their folder. Files
are read as a stream, so their size does not matter.`,
  categories: ['Files'],
  tasks: ['checksum', 'hash', 'SHA-256', 'MD5', 'verify files', 'fingerprint', 'integrity'],
  icon: 'fingerprint',
  showFirst: ['checksums'],
  parameters: PARAMETERS,
  inputs: [{ name: 'files', title: 'Files', description: 'Files of any kind.', max: null }],
  outputs: [{ name: 'checksums', title: 'Checksums', description: 'One line per file.', mediaType: 'text/plain' }],
  returns: {
    type: 'object',
    properties: {
      files: { type: 'integer', title: 'Files' },
      bytes: { type: 'integer', title: 'Size', 'x-unit': 'bytes' },
    },
  },
  examples: [
    { title: 'Checksums of two files', inputs: { files: [JANUARY, FEBRUARY] } },
    { title: 'MD5 of one file', parameters: { algorithm: 'md5' }, inputs: { files: [LEVELS] } },
  ],
  async run({ parameters, inputs, output, log, progress }) {
    const files = inputs('files')
    const lines: string[] = []
    for (const [at, file] of files.entries()) {
      const hash = createHash(parameters.algorithm)
      await pipeline(createReadStream(await file.path()), hash)
      lines.push(lineOf(hash.digest('hex'), file.name))
      progress((at + 1) / files.length)
    }
    const path = output('checksums', { name: `checksums.${parameters.algorithm}`, mediaType: 'text/plain' })
    await writeFile(path, lines.join(''))
    log.info(`Read ${plural(files.length, 'file')}.`)
    return { files: files.length, bytes: files.reduce((sum, file) => sum + file.sizeInBytes, 0) }
  },
})

/** Returns a line in the format of sha256sum, which escapes line breaks and backslashes in names. */
function lineOf(hash: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `${escaped === name ? '' : '\\'}${hash}  ${escaped}\n`
}
