import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Dialect } from './dialect.ts'
import { spacedFields } from './records.ts'

/**
 * Rewrites a UTF-8 file with space-separated columns line by line, with commas, so that the ordinary reader can process
 * it. Returns the dialect of the copy.
 */
export async function rewriteSpaced(path: string, copyPath: string, dialect: Dialect): Promise<Dialect> {
  await pipeline(
    createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 19 }),
    async function* (chunks: AsyncIterable<string>) {
      let rest = ''
      for await (const chunk of chunks) {
        const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
        rest = lines.pop() ?? ''
        yield lines.map((line) => `${withCommas(line)}\n`).join('')
      }
      if (rest !== '') yield `${withCommas(rest)}\n`
    },
    createWriteStream(copyPath),
  )
  return { ...dialect, delimiter: ',', quote: '"', escapedBy: '"' }
}

function withCommas(line: string): string {
  return spacedFields(line)
    .map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',')
}
