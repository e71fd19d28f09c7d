import { distinctNames } from '@millrace/tables/dialect'
import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { isQuantile, type Measure, measureSql, quantileSql, quantilesSql } from './measures.ts'

export interface Grouping {
  keys: { sql: string; name: string }[]
  columns: readonly TableColumn[]
  measures: readonly Measure[]
  /** The column whose order decides which value of a group is first and which is last. */
  time?: TableColumn | undefined
}

/*
 * To compute a quantile, the engine holds all values of the group in memory, and does not count this memory towards its
 * limit. Up to a million rows need little memory. In larger tables with few groups, quantiles are estimated, at a fixed
 * cost per group. With many groups, quantiles are computed in several passes over the table, each for some of the
 * groups. Invariant: memory grows neither with the number of rows nor with the number of groups.
 */
const MAX_SINGLE_PASS_ROWS = 1_000_000
const FEW_GROUPS = 200
const VALUES_PER_PASS = 4_000_000

/** Returns a relation with one row per group, and whether quantiles are estimates. */
export async function aggregateGroups(
  engine: Engine,
  table: Table,
  grouping: Grouping,
): Promise<{ from: string; estimated: boolean }> {
  const { passes, estimated } = await planPasses(engine, table, grouping)
  if (passes === 1) return { from: `(${groupsSql(table, grouping, { estimated, where: '' })})`, estimated }
  const keys = grouping.keys.map((key) => `(${key.sql})`).join(', ')
  const width = grouping.keys.length + 1 + grouping.columns.length * grouping.measures.length
  for (let pass = 0; pass < passes; pass += 1) {
    const where = `WHERE hash(${keys}) % ${passes} = ${pass}`
    const query = groupsSql(table, grouping, { estimated, where })
    await engine.store('aggregated', pass === 0 ? query : `FROM aggregated UNION ALL ${query}`, { columns: width })
  }
  return { from: 'aggregated', estimated }
}

async function planPasses(engine: Engine, table: Table, { keys, columns, measures }: Grouping) {
  if (table.rows <= MAX_SINGLE_PASS_ROWS || !measures.some(isQuantile)) return { passes: 1, estimated: false }
  const hashed = keys.map((key) => `(${key.sql})`).join(', ')
  const { groups } = keys.length
    ? await engine.row<{ groups: number }>(`SELECT approx_count_distinct(hash(${hashed})) AS groups FROM ${table.view}`)
    : { groups: 1 }
  if (groups <= FEW_GROUPS) return { passes: 1, estimated: true }
  return { passes: Math.ceil((table.rows * columns.length) / VALUES_PER_PASS), estimated: false }
}

function groupsSql(
  table: Table,
  { keys, columns, measures, time }: Grouping,
  { estimated, where }: { estimated: boolean; where: string },
): string {
  const places = keys.map((_, at) => at + 1).join(', ')
  const keyNames = keys.map((key) => sqlName(key.name))
  const [rows = '', ...named] = namesOf({ keys, columns, measures }).map(sqlName)
  const nameOf = (column: number, measure: number) => named[column * measures.length + measure] ?? ''
  const hidden = columns.map((column) => sqlName(`__millrace_quantiles_${column.name}`))
  const inner = [
    ...keys.map((key, at) => `${key.sql} AS ${keyNames[at]}`),
    `count(*) AS ${rows}`,
    ...(measures.some(isQuantile)
      ? columns.map((column, at) => `${quantilesSql(column, estimated)} AS ${hidden[at]}`)
      : []),
    ...columns.flatMap((column, at) =>
      measures.flatMap((measure, place) =>
        isQuantile(measure) ? [] : [`${measureSql(column, measure, time)} AS ${nameOf(at, place)}`],
      ),
    ),
  ]
  const outer = columns.flatMap((_, at) =>
    measures.map((measure, place) => {
      const name = nameOf(at, place)
      return isQuantile(measure) ? `${quantileSql(measure, hidden[at] ?? '')} AS ${name}` : name
    }),
  )
  const grouped = places ? `GROUP BY ${places}` : ''
  return `SELECT ${[...keyNames, rows, ...outer].join(', ')} FROM (SELECT ${inner.join(', ')} FROM ${table.numbered} ${where} ${grouped})`
}

function namesOf({ keys, columns, measures }: Grouping): string[] {
  const made = columns.flatMap((column) => measures.map((measure) => `${column.name}_${measure}`))
  return distinctNames(
    ['rows', ...made],
    keys.map(({ name }) => name),
  )
}
