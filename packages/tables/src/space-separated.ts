import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Dialect } from './dialect.ts'
import { fileChunks } from './file-chunks.ts'
import { isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import { spacedFields } from './records.ts'

/**
 * Rewrites a UTF-8 file with space-separated columns as CSV for the engine. Cells with the bad flag of a Sea-Bird
 * header become empty. Returns the dialect of the copy, and how many cells became empty.
 */
export async function rewriteSpaceSeparated(
  path: string,
  copyPath: string,
  dialect: Dialect,
): Promise<{ dialect: Dialect; bad: number }> {
  const { seaBird } = dialect
  let [line, bad] = [0, 0]
  const withCommas = (text: string) => {
    line += 1
    const isRow = line > (seaBird?.lines ?? 0)
    const words = spacedFields(text)
    const fields = words.length === dialect.names.length || !isRemark(text, words) ? words : [text.trim()]
    return fields
      .map((field) => {
        if (!isRow || field !== seaBird?.badFlag) return quotedIfNeeded(field)
        bad += 1
        return ''
      })
      .join(',')
  }
  await pipeline(
    fileChunks(path, { encoding: 'utf8', highWaterMark: 1 << 19 }),
    async function* (chunks: AsyncIterable<string>) {
      let rest = ''
      for await (const chunk of chunks) {
        const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
        rest = lines.pop() ?? ''
        yield lines.map((text) => `${withCommas(text)}\n`).join('')
      }
      if (rest !== '') yield `${withCommas(rest)}\n`
    },
    createWriteStream(copyPath),
  )
  return { dialect: { ...dialect, delimiter: ',', quote: '"', escapedBy: '"' }, bad }
}

/** A comment or a line without values, such as `(28 rows affected)`. A word that means "no value" is part of a row. */
function isRemark(text: string, words: readonly string[]): boolean {
  const mayBeCell = (word: string) =>
    /^[+-]?\.?\d/.test(word) || meansMissing(word) || isValue(word, '.') || isValue(word, ',')
  return text.startsWith('#') || (words.length > 1 && !words.some(mayBeCell))
}

function quotedIfNeeded(field: string): string {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
