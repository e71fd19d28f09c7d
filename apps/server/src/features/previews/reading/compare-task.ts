import { rename } from 'node:fs/promises'
import { compareTables, DIFFERENCES, type TableComparison } from '@millrace/tables/compare-tables'
import type { ComparedTable } from '@millrace/tables/compared-columns'
import { openEngine } from '@millrace/tables/engine'
import type { CompareTask, ReadyTable } from '../preview-task.ts'
import { rowsOf } from './read-cells.ts'
import { sandboxFor } from './sandbox.ts'

/**
 * Compares two tables and stores the row numbers of the rows that differ. Returns how the rows were matched, and how
 * many rows and cells differ.
 */
export async function compareTask({ before, after, matching, out, scratch }: CompareTask): Promise<TableComparison> {
  const engine = await openEngine(scratch, sandboxFor([before.path, after.path]))
  try {
    const sides = { before: comparable(before), after: comparable(after) }
    const comparison = await compareTables(engine, sides, matching)
    await rename(engine.filesOf(DIFFERENCES)[0] ?? '', out)
    return comparison
  } finally {
    await engine.close()
  }
}

function comparable(table: ReadyTable): ComparedTable {
  const columns = table.facts.columns.map(({ Name, Kind, Type }, at) => {
    const { text = 'NULL', value = 'NULL' } = table.facts.fields[at] ?? {}
    return { name: Name, kind: Kind, type: Type, text, value }
  })
  return { from: rowsOf(table), row: 'file_row_number', columns }
}
