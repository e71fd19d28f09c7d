import type { Engine } from '@millrace/tables/engine'
import { count, plural, quoted } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { kindOfType, ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { bareSql, noValueSql } from '@millrace/tables/value-reading'
import { type Change, EXAMPLES } from './clean-report.ts'

export interface CellRules {
  trim: boolean
  missingValues: readonly string[]
  /** Up to this share of stray cells, in percent, a column still becomes numbers or times. */
  strayPercent: number
}

export interface Cleaned {
  columns: TableColumn[]
  changes: Change[]
}

/** Makes the table `cells` from a table: blanks trimmed, missing values empty, numbers and times read. */
export async function cleanCells(engine: Engine, table: Table, rules: CellRules): Promise<Cleaned> {
  const changes: Change[] = []
  const plans = table.columns.map((column) => planOf(table, column, rules))
  const values = plans.map(({ column, sql }) => `${sql} AS ${sqlName(column.name)}`)
  await engine.keep('cells', `SELECT ${[ROW, ...values].join(', ')} FROM ${table.numbered}`, {
    columns: plans.length,
    inSlices: true,
  })
  for (const plan of plans) changes.push(...(await changesOf(engine, table, { ...plan, rules })))
  return { columns: plans.map((plan) => plan.column), changes }
}

interface Plan {
  /** The column as it becomes. */
  column: TableColumn
  sql: string
  /** The column as it was, when its strays become empty. */
  healed?: TableColumn
}

function planOf(table: Table, column: TableColumn, rules: CellRules): Plan {
  const { strays } = column
  if (strays && strays.count <= (table.rows * rules.strayPercent) / 100) {
    const type = strays.wanted === 'time' ? 'TIMESTAMP' : 'DOUBLE'
    const healed: TableColumn = { name: column.name, kind: strays.wanted, type }
    return { column: healed, healed: column, sql: withoutSentinels(`(${strays.sql})::${type}`, healed, rules) }
  }
  return { column, sql: cellSql(column, rules) }
}

function cellSql(column: TableColumn, rules: CellRules): string {
  const name = sqlName(column.name)
  if (column.kind !== 'text') return withoutSentinels(name, column, rules)
  if (column.type !== 'VARCHAR') return name
  const text = rules.trim ? bareSql(name) : name
  const words = rules.missingValues.map((word) => sqlText(word.trim().toLowerCase()))
  // a list of words behind IN would be joined as a table of its own, for every column
  const isMissing = [
    `${text} = ''`,
    ...(words.length > 0 ? [`list_contains([${words.join(', ')}], lower(${bareSql(name)}))`] : []),
  ]
  return `CASE WHEN ${isMissing.join(' OR ')} THEN NULL ELSE ${text} END`
}

/** Numbers among the missing values, such as -999, make number cells empty. */
function withoutSentinels(sql: string, column: TableColumn, { missingValues }: CellRules): string {
  const numbers = missingValues.map((word) => word.trim()).filter((word) => /^[+-]?\d+(\.\d+)?$/.test(word))
  if (column.kind !== 'number' || numbers.length === 0) return sql
  return `CASE WHEN ${sql} IN (${numbers.join(', ')}) THEN NULL ELSE ${sql} END`
}

async function changesOf(engine: Engine, table: Table, { column, healed, rules }: Plan & { rules: CellRules }) {
  if (healed) return healedChange(engine, table, healed)
  if (column.kind === 'text') return textChanges(engine, table, { column, rules })
  if (kindOfType(column.type) === 'number') return sentinelChange(engine, table, { column, rules })
  return []
}

async function healedChange(engine: Engine, table: Table, column: TableColumn): Promise<Change[]> {
  const { strays } = column
  if (!strays) return []
  const name = sqlName(column.name)
  const isStray = `(${strays.sql}) IS NULL AND ${name} IS NOT NULL AND NOT ${noValueSql(name)}`
  const { n } = await engine.row<{ n: number }>(`SELECT count_if(${isStray}) AS n FROM ${table.numbered}`)
  if (n === 0) return []
  const first = await engine.rows<{ row: number; from: string; to: null }>(
    `SELECT ${ROW} AS row, ${name} AS "from", NULL AS "to" FROM ${table.numbered} WHERE ${isStray} ORDER BY 1 LIMIT ${EXAMPLES}`,
  )
  const example = `row ${count(first[0]?.row ?? 0)} held ${quoted(first[0]?.from ?? '')}`
  const sentence = `Column \`${column.name}\` became ${strays.wanted}s; ${plural(n, 'cell')} that ${n === 1 ? 'is' : 'are'} none became empty: ${example}.`
  return [{ what: 'stray cells', column: column.name, count: n, sentence, first }]
}

interface Choice {
  column: TableColumn
  rules: CellRules
}

async function textChanges(engine: Engine, table: Table, { column, rules }: Choice): Promise<Change[]> {
  const name = sqlName(column.name)
  const cleaned = cellSql(column, rules)
  const found = await engine.row<{ trimmed: number; missing: number }>(
    `SELECT count_if((${cleaned}) IS NOT NULL AND (${cleaned}) <> ${name}) AS trimmed,
      count_if((${cleaned}) IS NULL AND ${name} IS NOT NULL) AS missing FROM ${table.numbered}`,
  )
  const changes: Change[] = []
  if (found.trimmed > 0) {
    const sentence = `Column \`${column.name}\`: blanks around ${plural(found.trimmed, 'text')} were cut off.`
    changes.push({ what: 'trimmed', column: column.name, count: found.trimmed, sentence })
  }
  if (found.missing > 0) changes.push(missingChange(column.name, found.missing))
  return changes
}

async function sentinelChange(engine: Engine, table: Table, { column, rules }: Choice): Promise<Change[]> {
  const name = sqlName(column.name)
  const cleaned = cellSql(column, rules)
  if (cleaned === name) return []
  const found = await engine.row<{ n: number }>(
    `SELECT count_if((${cleaned}) IS NULL AND ${name} IS NOT NULL) AS n FROM ${table.numbered}`,
  )
  return found.n > 0 ? [missingChange(column.name, found.n)] : []
}

function missingChange(column: string, n: number): Change {
  const sentence = `Column \`${column}\`: ${plural(n, 'cell')} that ${n === 1 ? 'says' : 'say'} “no value” became empty.`
  return { what: 'missing values', column, count: n, sentence }
}
