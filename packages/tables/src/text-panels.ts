import type { Engine } from './engine.ts'
import type { Separators } from './records.ts'
import { count, plural } from './sentences.ts'
import { sqlName, sqlText } from './sql.ts'
import { type ColumnSpan, inSpan, ROW, sqlNames, type TextPanel } from './table.ts'
import { isWide } from './table-width.ts'
import { type TextTable, type TypedColumn, typeColumns } from './type-columns.ts'

/** A delimited file in a form that the engine can read. */
export interface Loadable {
  path: string
  dialect: Separators & { skipLines: number; isPadded: boolean }
  /** All columns of the file. */
  names: string[]
  /** Whether each record starts with its row number. */
  counted: boolean
}

/** Number of columns per pass over the file: large enough to be fast, small enough for memory. */
const PANEL_COLUMNS = 512

interface Loading {
  loadable: Loadable
  columns: ColumnSpan | undefined
  index: number
  /** Whether the file contains only a header. */
  isEmpty: boolean
  isSingleThreaded?: boolean
}

/** Loads every cell as text: a narrow table as a whole, a wide table in panels. Fails at the first irregular record. */
export async function loadTexts(engine: Engine, loading: Loading): Promise<TextPanel[]> {
  try {
    return await loadPanels(engine, loading)
  } catch (error) {
    // With several threads, the engine may fail at rows of more than half a megabyte.
    if (!(error instanceof Error && error.message.includes('parallel = false'))) throw error
    return loadPanels(engine, { ...loading, isSingleThreaded: true })
  }
}

async function loadPanels(
  engine: Engine,
  { loadable, columns, index, isEmpty, isSingleThreaded = false }: Loading,
): Promise<TextPanel[]> {
  const { names, counted } = loadable
  const shown = inSpan(names, columns)
  // If the file has a single column, a blank line between the values is not a value.
  const rows = names.length === 1 && !counted ? `WHERE ${sqlNames(names)} IS NOT NULL` : ''
  // The engine reads the header as a row if no line follows it.
  const source = `${loadSql(loadable, isSingleThreaded)} ${isEmpty ? 'LIMIT 0' : rows}`
  if (engine.storesFiles || !isWide(names.length)) {
    const texts = `texts_${index}`
    const cells = cellsSql(loadable, shown)
    await engine.store(texts, `SELECT ${cells} FROM ${source}`, { columns: shown.length })
    return [{ texts, names: shown, rowSql: counted || engine.storesFiles ? ROW : 'rowid + 1' }]
  }
  const panels: TextPanel[] = []
  for (let from = 0; from < shown.length; from += PANEL_COLUMNS) {
    const texts = `texts_${index}_${panels.length}`
    const own = shown.slice(from, from + PANEL_COLUMNS)
    const row = counted ? ROW : `row_number() OVER () AS ${ROW}`
    const cells = cellsSql(loadable, own)
    await engine.store(texts, `SELECT ${row}, ${sqlNames(own)} FROM (SELECT ${cells} FROM ${source})`, {
      columns: names.length,
    })
    panels.push({ texts, names: own, rowSql: ROW })
  }
  return panels
}

function cellsSql({ names, counted, dialect }: Loadable, shown: readonly string[]): string {
  const bare = (name: string) => `nullif(ltrim(${sqlName(name)}, ' '), '') AS ${sqlName(name)}`
  const cells = dialect.isPadded
    ? shown.map((name) => (name === names[0] ? sqlName(name) : bare(name))).join(', ')
    : sqlNames(shown)
  return counted ? `${ROW}, ${cells}` : cells
}

function loadSql({ path, dialect, counted, names }: Loadable, isSingleThreaded: boolean): string {
  const texts = names.map((name) => `${sqlText(name)}: 'VARCHAR'`)
  const options = [
    'auto_detect = false',
    `columns = {${(counted ? [`${ROW}: 'BIGINT'`, ...texts] : texts).join(', ')}}`,
    'header = false',
    `skip = ${dialect.skipLines}`,
    `delim = ${sqlText(dialect.delimiter)}`,
    `quote = ${sqlText(dialect.quote)}`,
    `escape = ${sqlText(dialect.escapedBy)}`,
    'strict_mode = true',
    // If there is only one column, a quoted empty cell must differ from a blank line.
    `allow_quoted_nulls = ${names.length > 1}`,
    'buffer_size = 4200000',
    'max_line_size = 2000000',
    `parallel = ${!isSingleThreaded}`,
    // Copies have line feeds. If a cell contains a carriage return, the engine would detect it as the end of a line.
    ...(counted ? ["new_line = '\\n'"] : []),
  ]
  return `read_csv(${sqlText(path)}, ${options.join(', ')})`
}

/** Drops rows that repeat the header, as in concatenated files. */
export async function dropRepeatedHeaders(
  engine: Engine,
  panels: readonly TextPanel[],
  headers: ReadonlyMap<string, string>,
): Promise<{ rows: number; notes: string[] }> {
  const named = [...headers.values()].filter((text) => text.trim() !== '')
  if (named.length < 2) return { rows: 0, notes: [] }
  let repeats: string | undefined
  for (const panel of panels) {
    const isHeader = panel.names.flatMap((name) => {
      const text = headers.get(name)?.trim()
      return text ? [`trim(${sqlName(name)}) = ${sqlText(text)}`] : []
    })
    const before = repeats === undefined ? [] : [`${panel.rowSql} IN (SELECT n FROM ${repeats})`]
    const found = `${panel.texts}_headers`
    const where = [...before, ...isHeader].join(' AND ') || 'true'
    await engine.store(found, `SELECT ${panel.rowSql} AS n FROM ${panel.texts} WHERE ${where}`, { columns: 1 })
    if (repeats) await engine.drop(repeats)
    repeats = found
    const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM ${found}`)
    if (n === 0) break
  }
  const { n, first } = await engine.row<{ n: number; first: number }>(
    `SELECT count(*) AS n, coalesce(min(n), 0) AS first FROM ${repeats}`,
  )
  if (n > 0) for (const panel of panels) await withoutRows(engine, panel, repeats ?? '')
  if (repeats) await engine.drop(repeats)
  if (n === 0) return { rows: 0, notes: [] }
  const [verb, was] = n === 1 ? ['repeats', 'was'] : ['repeat', 'were']
  const note = `${plural(n, 'row')} that only ${verb} the header ${was} left out; the first is row ${count(first)}.`
  return { rows: n, notes: [note] }
}

/** Deletes the rows whose numbers are in the relation `unwanted`. */
export async function withoutRows(
  engine: Engine,
  { texts, names, rowSql }: TextPanel,
  unwanted: string,
): Promise<void> {
  if (rowSql !== ROW) return engine.run(`DELETE FROM ${texts} WHERE ${rowSql} IN (SELECT n FROM ${unwanted})`)
  await engine.store(texts, `SELECT * FROM ${texts} WHERE ${ROW} NOT IN (SELECT n FROM ${unwanted})`, {
    columns: names.length,
  })
}

export async function typeTexts(
  engine: Engine,
  panels: readonly TextPanel[],
  reading: Pick<TextTable, 'decimal' | 'mayBeEscaped' | 'isLenient'>,
): Promise<TypedColumn[]> {
  const columns: TypedColumn[] = []
  for (const { texts, names, rowSql } of panels) {
    columns.push(...(await typeColumns(engine, { table: texts, names, rowSql, ...reading })))
  }
  return columns
}
