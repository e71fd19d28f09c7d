import type { Engine } from '@millrace/tables/engine'
import { listed } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import type { StepContext } from '@millrace/worker-sdk'
import { keyOf } from './date-orders.ts'
import { derivedTable } from './derived-table.ts'

type Log = Pick<StepContext<unknown>['log'], 'warn'>

/**
 * Returns the tables with percentages in the same form. For 12.5%, a text file contains 12.5, and a workbook contains
 * 0.125 with a percent format. If a column occurs in both forms, all tables use the form 12.5.
 */
export async function withEqualPercents(engine: Engine, tables: readonly Table[], log: Log): Promise<Table[]> {
  const inPercent = new Set(
    tables.flatMap(({ columns }) => columns.filter(({ unit }) => unit === '%').map(({ name }) => keyOf(name))),
  )
  const made: Table[] = []
  for (const table of tables) {
    const shares = table.columns.filter((column) => isShare(column) && inPercent.has(keyOf(column.name)))
    made.push(shares.length > 0 ? await inPercents(engine, table, shares) : table)
    if (shares.length === 0) continue
    const names = listed(shares.map(({ name }) => `\`${name}\``))
    const [was, it] = shares.length === 1 ? ['was', 'it'] : ['were', 'them']
    log.warn(`${names} of ${table.name} ${was} multiplied by 100, because another file has ${it} in %.`)
  }
  return made
}

async function inPercents(engine: Engine, table: Table, shares: readonly TableColumn[]): Promise<Table> {
  const values = table.columns.map((column) => {
    const name = sqlName(column.name)
    // The product is rounded, because 0.07 times 100 is 7.000000000000001.
    return shares.includes(column) ? `round(${name}::DOUBLE * 100, 12) AS ${name}` : name
  })
  const sql = `SELECT ${ROW}, ${values.join(', ')} FROM ${table.numbered}`
  const columns = table.columns.map((column): TableColumn => {
    const { format: _format, ...rest } = column
    return shares.includes(column) ? { ...rest, type: 'DOUBLE', unit: '%' } : column
  })
  return derivedTable(engine, table, { prefix: 'percents', sql, columns })
}

/** Returns notes about columns that have different units in different tables, or a unit in only some of them. */
export function unitNotes(tables: readonly Table[]): string[] {
  const columns = tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const unit = unitOf(column)
      return unit ? [{ name: column.name, table: table.name, unit }] : []
    }),
  )
  const byName = new Map<string, { first: (typeof columns)[number]; units: Set<string> }>()
  return columns.flatMap((column) => {
    const { name, table, unit } = column
    const known = byName.get(keyOf(name))
    if (!known) byName.set(keyOf(name), { first: column, units: new Set([unit]) })
    if (!known || known.units.has(unit)) return []
    known.units.add(unit)
    const { first } = known
    return [
      `Column \`${name}\` is ${first.unit} in ${first.table}, but ${unit} in ${table}. Its numbers were not converted.`,
    ]
  })
}

function unitOf(column: TableColumn): string | undefined {
  if (column.kind !== 'number') return undefined
  if (column.unit) return `in ${column.unit}`
  return isShare(column) ? 'a share shown in %' : 'without a unit'
}

function isShare({ kind, unit, format }: TableColumn): boolean {
  return kind === 'number' && unit === undefined && format?.endsWith('%') === true
}
