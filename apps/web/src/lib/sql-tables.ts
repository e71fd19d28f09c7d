import type { PreviewColumn, QueryPreviewProperties } from '@millrace/contracts/previews'
import type { JsonSchema } from '@millrace/parameters/json-schema'

/** A table that a query can read. */
export interface SqlTable {
  /** The names of the table: one by its position, such as `input`, and one after its file, such as `readings`. */
  names: readonly string[]
  columns: readonly PreviewColumn[]
}

/** Runs a query on the first rows of the selected tables. */
export interface TryQuery {
  /** Identifies the tables. */
  key: string
  /** The fault that the page already shows, and the query split around its invalid part. */
  known?: { fault: string | null; query: { before: string; wrong: string; after: string } }
  run(sql: string, signal: AbortSignal): Promise<QueryPreviewProperties>
}

/** Returns whether one of the parameters is an SQL query. */
export function hasSqlField({ properties = {} }: JsonSchema): boolean {
  return Object.values(properties).some(({ format }) => format === 'sql')
}

/**
 * Returns the names that *Query tables* gives to a file, by the index of the file among the inputs, and the columns of
 * the file, if they are known.
 */
export function sqlTable(
  fileName: string,
  index: number,
  found: { columns: readonly PreviewColumn[] } | null | undefined,
): SqlTable {
  const name = fileName.replace(/\.gz$/i, '').replace(/\.[^.]*$/, '')
  return { names: [index === 0 ? 'input' : `table${index + 1}`, name], columns: found?.columns ?? [] }
}

/** Quotes a name for a query, unless it is a plain word. */
export function sqlName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) && !KEYWORDS.includes(name.toUpperCase()) ? name : `"${name.replaceAll('"', '""')}"`
}

const KEYWORDS = (
  'SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT JOIN LEFT INNER ON USING AS AND OR NOT IN IS NULL LIKE BETWEEN CASE ' +
  'WHEN THEN ELSE END DISTINCT UNION ALL WITH ASC DESC OVER PARTITION'
).split(' ')

/** A name or keyword that completes the word before the caret. */
export interface Completion {
  text: string
  insert: string
  kind: string
}

const COMPLETIONS_MAX = 8

/** Returns the word that ends at the caret, including an opening quote, and its offset. */
export function wordBefore(text: string, caret: number): { word: string; start: number } {
  const found = /"[^"\n]*$|[\p{L}_][\p{L}\p{N}_]*$/u.exec(openQuote(text.slice(0, caret)))
  const word = found?.[0] ?? ''
  return { word, start: caret - word.length }
}

/** Blanks out complete quoted names, so that a remaining quote opens a name. */
function openQuote(text: string): string {
  return text.replace(/"[^"\n]*"/g, (quoted) => ' '.repeat(quoted.length))
}

/**
 * Returns the first completions: columns, tables and keywords that start with a word, then columns and tables that
 * contain it.
 */
export function completions(word: string, tables: readonly SqlTable[]): Completion[] {
  const wanted = word.replace('"', '').toLowerCase()
  const names: Completion[] = [
    ...tables.flatMap(({ columns }) => columns.map(({ Name, Kind }) => completion(Name, Kind))),
    ...tables.flatMap((table) => table.names.map((name) => completion(name, 'table'))),
    ...(word.startsWith('"') ? [] : KEYWORDS.map((text) => ({ text, insert: text, kind: 'keyword' }))),
  ]
  const unique = names.filter((one, index) => names.findIndex((other) => isSame(one, other)) === index)
  const starts = unique.filter(({ text }) => text.toLowerCase().startsWith(wanted))
  const contains = unique.filter(
    ({ text, kind }) =>
      kind !== 'keyword' && !starts.some((one) => one.text === text) && text.toLowerCase().includes(wanted),
  )
  const found = wanted === '' ? starts.filter(({ kind }) => kind !== 'keyword') : [...starts, ...contains]
  return found.slice(0, COMPLETIONS_MAX)
}

/** SQL compares names case-insensitively. */
function isSame(one: Completion, other: Completion): boolean {
  return one.text.toLowerCase() === other.text.toLowerCase()
}

function completion(name: string, kind: string): Completion {
  return { text: name, insert: sqlName(name), kind }
}
