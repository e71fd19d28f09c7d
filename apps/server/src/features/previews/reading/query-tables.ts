import { type Engine, openEngine } from '@millrace/tables/engine'
import { queryFaultOf } from '@millrace/tables/query-messages'
import { queryNames } from '@millrace/tables/query-names'
import { sqlName } from '@millrace/tables/sql'
import { kindOfType } from '@millrace/tables/table'
import { TableFault } from '@millrace/tables/table-fault'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { QueryRows, QueryTask, ReadyTable } from '../preview-task.ts'
import { rowsOf } from './read-cells.ts'
import { sandboxFor } from './sandbox.ts'

/**
 * Runs a user's query over the first rows of tables, which have the same names as in the step *Query tables*. The query
 * can read nothing else. If the query fails, throws a TableFault that says why.
 */
export async function queryTables({ sql, tables, scratch }: QueryTask): Promise<QueryRows> {
  const engine = await openEngine(scratch, sandboxFor(tables.map(({ path }) => path)))
  try {
    const rowsRead = await nameTables(engine, tables)
    const query = await oneSelect(engine, sql)
    return { ...(await firstRows(engine, query)), rowsRead }
  } catch (error) {
    if (error instanceof TableFault) throw error
    const { sentence, remedy, instead } = queryFaultOf(error instanceof Error ? error.message : String(error))
    throw new TableFault([sentence, remedy ?? (instead && `Did you mean \`${instead}\`?`)].filter(Boolean).join(' '))
  } finally {
    await engine.close()
  }
}

/**
 * Creates the views that the query can read. Returns how many rows of each table the query reads, or null if the query
 * reads all rows.
 */
async function nameTables(engine: Engine, tables: QueryTask['tables']): Promise<number | null> {
  const { queriedCells, queriedRows } = PREVIEW_LIMITS
  const widest = Math.max(1, ...tables.map(({ facts }) => facts.fields.length))
  const rows = Math.min(queriedRows, Math.floor(queriedCells / widest))
  const names = queryNames(tables.map(({ name }) => name))
  for (const [index, table] of tables.entries()) {
    for (const name of names[index] ?? []) {
      await engine.run(
        `CREATE VIEW ${sqlName(name)} AS SELECT ${columnsOf(table)} FROM ${rowsOf(table)} WHERE file_row_number < ${rows}`,
      )
    }
  }
  return tables.some(({ facts }) => facts.totalRows > rows) ? rows : null
}

function columnsOf({ facts }: ReadyTable): string {
  return facts.fields.map(({ value }, at) => `${value} AS ${sqlName(facts.columns[at]?.Name ?? '')}`).join(', ')
}

async function oneSelect(engine: Engine, text: string): Promise<string> {
  const sql = text.trim().replace(/(;\s*)+$/, '')
  if (sql === '') throw new TableFault('The query is empty. Write a SELECT, such as: SELECT * FROM input')
  const parsed = await engine.parse(sql)
  if ('fault' in parsed) throw new Error(parsed.fault)
  if (parsed.statements !== 1) throw new TableFault('The query has several statements. Keep one SELECT.')
  if (!parsed.reads) throw new TableFault('Only SELECT is possible. Write a single SELECT.')
  return sql
}

async function firstRows(engine: Engine, sql: string): Promise<Omit<QueryRows, 'rowsRead'>> {
  const { queryRowsShown, queryColumnsShown, cellCharacters } = PREVIEW_LIMITS
  const described = await engine.rows<{ column_name: string; column_type: string }>(
    `DESCRIBE SELECT * FROM (\n${sql}\n)`,
  )
  const all = described.map((_, at) => `c${at}`)
  const cells = all.slice(0, queryColumnsShown).map((name) => `left(CAST(${name} AS VARCHAR), ${cellCharacters})`)
  const found = await engine.rows<{ cells: (string | null)[] }>(
    `SELECT [${cells.join(', ')}] AS cells FROM (\n${sql}\n) AS result(${all.join(', ')}) LIMIT ${queryRowsShown + 1}`,
  )
  return {
    columns: described
      .slice(0, queryColumnsShown)
      .map(({ column_name: name, column_type: type }) => ({ name, kind: kindOfType(type) })),
    rows: found.slice(0, queryRowsShown).map((row) => row.cells),
    hasMore: found.length > queryRowsShown || described.length > queryColumnsShown,
  }
}
