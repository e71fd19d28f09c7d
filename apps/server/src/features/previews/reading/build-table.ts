import { describeDialect, distinctNames } from '@millrace/tables/dialect'
import { ENCODING_LABELS } from '@millrace/tables/encoding'
import { columnKind } from '@millrace/tables/kinds'
import { readCsv, sqlName, sqlText, valueSql } from '@millrace/tables/sql'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { BuildTask, TableFacts } from '../preview-task.ts'
import { type Again, afterRefusal, readRejects } from './csv-rejects.ts'
import { type CsvSource, openCsv } from './csv-source.ts'
import { type Engine, withEngine } from './engine.ts'
import { parquetColumns, withoutCountedName } from './parquet-columns.ts'
import { type ColumnPlan, profile } from './profile.ts'
import { unpack } from './unpack.ts'
import { count, Unreadable } from './unreadable.ts'

/** Looks at a table once, so that every page can be read quickly: its form, its columns, its rows. */
export async function buildTable(task: BuildTask): Promise<TableFacts> {
  return task.format === 'parquet' ? lookAtParquet(task) : convertCsv(task.isPacked ? await unpack(task) : task)
}

function lookAtParquet(task: BuildTask): Promise<TableFacts> {
  return withEngine({ files: [task.path, task.out], scratch: task.scratch }, async (engine) => {
    const all = await parquetColumns(engine, task.path)
    const shown = all.slice(0, PREVIEW_LIMITS.columnsShown)
    const renamed = await withoutCountedName(engine, task, shown)
    const facts = await profile(engine, renamed ? task.out : task.path, renamed ?? shown)
    return {
      ...facts,
      ...(renamed && { isCopied: true }),
      isEstimate: false,
      dialect: null,
      notes: [...columnsNote(all.length), ...facts.notes],
    }
  })
}

/**
 * Writes a delimited file as Parquet, every cell as the text it is. What the engine cannot take as it stands is tried
 * in other ways, each at most once: on one thread, laxly, without quotation marks, as Latin-1.
 */
async function convertCsv(task: BuildTask): Promise<TableFacts> {
  const tried = new Set<Again>()
  let source = await openCsv(task)
  for (;;) {
    const files = [source.path, task.out]
    const outcome = await withEngine({ files, scratch: task.scratch }, (engine) => convert(engine, task, source, tried))
    if (typeof outcome !== 'string') return outcome
    if (tried.has(outcome)) throw new Unreadable('The file is not written as a table.')
    tried.add(outcome)
    if (outcome === 'latin-1') {
      source = await openCsv(task, { encoding: 'windows-1252', bomBytes: 0, label: ENCODING_LABELS['windows-1252'] })
    }
    if (tried.has('no-quotes')) source = { ...source, dialect: { ...source.dialect, quote: '', escapedBy: '' } }
  }
}

async function convert(engine: Engine, task: BuildTask, source: CsvSource, tried: Set<Again>) {
  const { dialect } = source
  const all = dialect.names.map((_, index) => `c${index}`)
  const shown = all.slice(0, PREVIEW_LIMITS.columnsShown)
  const csv = readCsv(source.path, {
    dialect,
    columns: all,
    keepRejects: true,
    parallel: !tried.has('one-thread'),
    strict: !tried.has('lax'),
  })
  const group = Math.max(2048, Math.min(122_880, Math.floor(4_000_000 / shown.length)))
  try {
    const target = `${sqlText(task.out)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${group})`
    const rows = `${shown.map(sqlName).join(', ')} FROM ${csv} WHERE NOT (${noRowSql(shown, source)})`
    await engine.run(`COPY (SELECT ${rows}) TO ${target}`)
  } catch (error) {
    return afterRefusal(error)
  }
  const rejects = await readRejects(engine)
  const again = rejects.again
  if (again && !tried.has(again) && source.share === 1) return again
  const facts = await profile(engine, task.out, await textColumns(engine, task.out, source, shown))
  if (rejects.lines > Math.max(10, facts.totalRows / 100) && source.share === 1) {
    throw new Unreadable(rejects.first ?? 'The file is not written as a table.')
  }
  return {
    ...facts,
    totalRows: Math.round(facts.totalRows / source.share),
    isEstimate: source.share < 1,
    dialect: `${source.encoding.label}, ${describeDialect(source.described)}`,
    notes: [
      ...columnsNote(all.length),
      ...unitsNote(dialect.unitRows),
      ...(source.share === 1 ? leftOutNote(rejects) : []),
      ...(tried.has('no-quotes') ? ['A quotation mark is never closed, so all of them are shown as they stand.'] : []),
      ...facts.notes,
    ],
  }
}

/** Lines that are no rows of a table: remarks, blank lines, and the sign that ends files of old systems. */
function noRowSql([first = '', ...others]: string[], { hasBlankLines }: CsvSource): string {
  const cell = sqlName(first)
  const isEmpty = others.length > 0 ? `coalesce(${others.map(sqlName).join(', ')}) IS NULL` : 'true'
  const kinds = [
    `coalesce(trim(${cell}, ' \t\u001a') = '' AND ${cell} IS NOT NULL, false)`,
    ...(hasBlankLines || others.length === 0 ? [`${cell} IS NULL`] : []),
    ...(others.length > 0 ? [`coalesce(regexp_matches(${cell}, '^\\s*(#|//)'), false)`] : []),
  ]
  return `${isEmpty} AND (${kinds.join(' OR ')})`
}

/** The columns of the written copy; their kinds come from rows of its beginning and its middle. */
async function textColumns(engine: Engine, path: string, source: CsvSource, shown: string[]): Promise<ColumnPlan[]> {
  const { dialect } = source
  const table = `read_parquet(${sqlText(path)}, file_row_number = true)`
  const sample = await engine.rows(
    `SELECT ${shown.map(sqlName).join(', ')} FROM ${table}
     WHERE file_row_number < 500 OR file_row_number BETWEEN
       (SELECT count(*) // 2 FROM ${table}) AND (SELECT count(*) // 2 + 499 FROM ${table})`,
  )
  const names = distinctNames(dialect.names)
  return shown.map((column, index) => {
    const kind = columnKind(
      sample.map((row) => row[index] as string | null),
      dialect.decimal,
    )
    return {
      name: names[index] ?? column,
      type: { number: 'DOUBLE', time: 'TIMESTAMP', boolean: 'BOOLEAN', text: 'VARCHAR' }[kind.kind],
      kind: kind.kind,
      text: sqlName(column),
      value: valueSql(sqlName(column), kind, dialect.decimal),
    }
  })
}

function columnsNote(columns: number): string[] {
  const { columnsShown } = PREVIEW_LIMITS
  return columns > columnsShown ? [`The first ${count(columnsShown)} of ${count(columns)} columns are shown.`] : []
}

function unitsNote([row, ...others]: string[][]): string[] {
  if (row === undefined) return []
  const units = row.filter((cell) => cell.trim() !== '').slice(0, 12)
  const which =
    others.length === 0 ? 'The line below the header, with' : `The ${others.length + 1} lines below the header, with`
  return [`${which} units (${units.join(', ')}), ${others.length === 0 ? 'is' : 'are'} left out.`]
}

function leftOutNote({ lines, first }: { lines: number; first: string | undefined }): string[] {
  if (lines === 0 || first === undefined) return []
  return [lines === 1 ? `One line is left out. ${first}` : `${count(lines)} lines are left out. ${first}`]
}
