import { join } from 'node:path'
import type { Engine } from '@millrace/tables/engine'
import { scratchOptions } from '@millrace/tables/parquet-options'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames, type Table } from '@millrace/tables/table'
import { textSql } from '#tables/value-text.ts'
import { measureSql, type Pivot, pivotColumns, pivotSql } from './pivot-sql.ts'

/** Maximum number of columns that the engine can pivot in one statement while spilling rows to disk. */
const TOGETHER_COLUMNS_MAX = 8
const PART_CELLS = 250_000

interface Job {
  engine: Engine
  table: Table
  context: { folder: string }
}

/**
 * Turns rows into columns, and returns a query for the result. While the engine pivots, it holds every cell of the
 * result in memory, so a wide result is built in two stages. First, its cells are computed and stored, one per row, in
 * the order of the result. Then the cells are pivoted in parts, each with as many result rows as fit into memory.
 */
export async function pivotRows({ engine, table, context }: Job, pivot: Pivot): Promise<string> {
  const columns = pivotColumns(pivot).length
  // Results with intervals can't be stored, because Parquet does not support negative intervals.
  const isStorable = pivot.names.length > 0 && pivot.cells.every(({ column }) => column?.type !== 'INTERVAL')
  if (columns <= TOGETHER_COLUMNS_MAX || !isStorable) return pivotSql(table, pivot)
  await engine.makeRoom(pivot.ids.length + columns)
  await storeCells(engine, table, pivot)
  const cells = await cellsSql(engine, pivot)
  const files: string[] = []
  for (const [from, to] of await partsOf(engine, Math.max(1, Math.floor(PART_CELLS / columns)))) {
    const file = sqlText(join(context.folder, `pivot_${from}.parquet`))
    await engine.run(`COPY (${partSql(pivot, cells, from, to)}) TO ${file} ${scratchOptions(columns)}`)
    files.push(file)
  }
  return `(SELECT * FROM read_parquet([${files.join()}]))`
}

/**
 * Stores each cell of the result with the positions of its column and row. The position of a row is the number of its
 * first source row.
 */
async function storeCells(engine: Engine, table: Table, { ids, names, values, cells }: Pivot): Promise<void> {
  const texts = names.map((column, at) => `${textSql(column)} AS __name${at}`)
  const measures = cells.map((cell, at) => `${measureSql(cell)} AS __cell${at}`)
  const keys = ids.map(({ name }) => sqlName(name))
  await engine.run(
    `CREATE TABLE __cells AS SELECT ${[...keys, ...texts, ...measures].join()}, min(${ROW}) AS __row FROM ${table.numbered} GROUP BY ${[...keys, ...names.map((_, at) => `__name${at}`)].join()}`,
  )
  const positions = values.map((value, at) => `(${[at, ...value.map(textOrNull)].join()})`)
  const matching = names.map((_, at) => `cell.__name${at} IS NOT DISTINCT FROM named.__name${at}`).join(' AND ')
  const partition = keys.length > 0 ? `PARTITION BY ${keys.join()}` : ''
  await engine.run(
    `CREATE TABLE __placed AS SELECT cell.* EXCLUDE (__row), __at, min(__row) OVER (${partition}) AS __first FROM __cells cell JOIN (VALUES ${positions.join()}) named(__at, ${names.map((_, at) => `__name${at}`).join()}) ON ${matching} ORDER BY __first`,
  )
}

function textOrNull(value: string | null): string {
  return value === null ? 'NULL::VARCHAR' : sqlText(value)
}

/** Returns SQL for the measures of stored cells, as Parquet types. Sums of integers are BIGINT if they fit. */
async function cellsSql(engine: Engine, { cells }: Pivot): Promise<string[]> {
  const described = await engine.rows<{ column_name: string; column_type: string }>('DESCRIBE __placed')
  const types = new Map(described.map(({ column_name, column_type }) => [column_name, column_type]))
  const large = cells.map((_, at) => `__cell${at}`).filter((name) => types.get(name) === 'HUGEINT')
  const fits = large.map(
    (name) => `count(*) = count(TRY_CAST(${name} AS BIGINT)) + count(*) - count(${name}) AS ${name}`,
  )
  const fitting =
    fits.length > 0 ? await engine.row<Record<string, boolean>>(`SELECT ${fits.join()} FROM __placed`) : {}
  return cells.map((_, at) => {
    const name = `__cell${at}`
    if (!large.includes(name)) return name
    return `${name}::${fitting[name] ? 'BIGINT' : 'DOUBLE'} AS ${name}`
  })
}

/**
 * Splits the result into parts of `size` rows. Each row of the result is identified by the first source row that it
 * comes from (`__first`). Returns the range of `__first` for each part.
 */
async function partsOf(engine: Engine, size: number): Promise<[from: number, to: number | undefined][]> {
  const starts = await engine.rows<{ start: number }>(
    `SELECT __first AS start FROM (SELECT DISTINCT __first FROM __placed) QUALIFY (row_number() OVER (ORDER BY __first) - 1) % ${size} = 0 ORDER BY start`,
  )
  return starts.map(({ start }, at) => [start, starts[at + 1]?.start])
}

function partSql(pivot: Pivot, cells: readonly string[], from: number, to: number | undefined): string {
  const { ids, values } = pivot
  const keys = ids.length > 0 ? `${sqlNames(ids)}, ` : ''
  const rows = `SELECT ${keys}__first, __at, ${cells.join()} FROM __placed WHERE __first >= ${from}${to === undefined ? '' : ` AND __first < ${to}`}`
  const measures = cells.map((_, at) => `first(__cell${at}) AS __cell${at}`).join()
  const turned = `(${rows}) PIVOT (${measures} FOR __at IN (${values.map((_, at) => at).join()}) GROUP BY ${keys}__first)`
  const columns = pivotColumns(pivot).map(({ name, cell, at }) => {
    const own = sqlName(`${at.value}___cell${at.cell}`)
    return `${cell.sql === 'count' ? `coalesce(${own}, 0)` : own} AS ${sqlName(name)}`
  })
  return `SELECT ${keys}${columns.join()} FROM ${turned} ORDER BY __first`
}
