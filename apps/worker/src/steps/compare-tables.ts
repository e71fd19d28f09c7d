import { compareTables as compared, DIFFERENCES, type Matching } from '@millrace/tables/compare-tables'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table } from '@millrace/tables/table'
import type { ComparedTable } from '@millrace/tables/table-sides'
import { FEBRUARY, JANUARY, LEVELS } from '#sample/small-tables.ts'
import { columnsNamed } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { tableSlot, tableStep } from '#tables/table-step.ts'

/** Compares two tables cell by cell. */
export const compareTables = tableStep({
  functionName: 'compare_tables',
  version: '1.1.4',
  deterministic: true,
  title: 'Compare tables',
  shortDescription: 'Compares two tables cell by cell and lists added, removed and changed rows.',
  longDescription: `Pairs the rows of both tables by key columns or by position, and lists every cell that differs, with both values, and every
row that only one table has. 1 equals 1.0, and times are equal regardless of their format.

If you choose no key columns, the columns that identify a row in both tables are used; if there are none, rows are paired by position.
The log lists columns that only one table has.`,
  categories: ['Tables', 'Combine', 'Explore'],
  tasks: [
    'compare',
    'diff',
    'differences between two files',
    'what changed',
    'find changes',
    'reconcile',
    'verify a copy',
  ],
  icon: 'compare',
  showFirst: ['equal'],
  parameters: {
    keys: {
      ...COLUMNS,
      title: 'Key columns',
      description: 'Rows with equal values here belong together. Leave empty to detect automatically.',
    },
    other_sheet: { ...SHEET_PARAMETER, title: 'Sheet of the new table', 'x-sheet-of': 'other', 'x-group': 'Files' },
  },
  inputs: [tableSlot({ name: 'table', title: 'Old table' }), tableSlot({ name: 'other', title: 'New table' })],
  output: {
    name: 'differences',
    title: 'Differences',
    description: 'One row per cell that differs, and per row that was added or removed.',
    suffix: '_differences',
  },
  figures: {
    equal: { type: 'boolean', title: 'Equal' },
    addedRows: { type: 'integer', title: 'Added rows' },
    removedRows: { type: 'integer', title: 'Removed rows' },
    changedRows: { type: 'integer', title: 'Changed rows' },
    sameRows: { type: 'integer', title: 'Unchanged rows' },
  },
  examples: [
    {
      title: 'Compare an original with an edited copy',
      inputs: { table: [LEVELS], other: [{ ...LEVELS, name: 'copy.csv' }] },
    },
    {
      title: 'Two months by station',
      parameters: { keys: ['station'] },
      inputs: { table: [JANUARY], other: [FEBRUARY] },
    },
  ],
  async make({ engine, tables, parameters, log }) {
    const [old, fresh] = tables
    if (!old || !fresh) throw new Error('Choose two tables to compare.')
    const keys = columnsNamed(old, parameters.keys, 'keys')
    columnsNamed(fresh, parameters.keys, 'keys')
    const wanted: Matching | undefined =
      keys.length > 0 ? { by: 'keys', columns: keys.map(({ name }) => name) } : undefined
    const [before, after] = [sideOf(old), sideOf(fresh)]
    const found = await compared(engine, { before, after }, wanted)
    sayColumns(old, fresh, log)
    log.info(`Rows were paired by ${matchedBy(found.matching)}.`)
    log.info(
      `${plural(found.same, 'row')} unchanged, ${count(found.changed)} changed, ${count(found.added)} added, ${count(found.removed)} removed.`,
    )
    for (const { name, cells } of found.changedCells)
      if (cells > 0) log.info(`${name}: ${plural(cells, 'cell')} changed.`)
    const { added, removed, changed, same } = found
    const isSame = added + removed + changed === 0 && missing(old, fresh).length + missing(fresh, old).length === 0
    const figures = { equal: isSame, addedRows: added, removedRows: removed, changedRows: changed, sameRows: same }
    return {
      from: differencesSql(
        old,
        fresh,
        found.changedCells.map(({ name }) => name),
      ),
      figures,
    }
  },
})

function sideOf({ numbered, columns }: Table): ComparedTable {
  return {
    from: numbered,
    row: `${ROW} - 1`,
    columns: columns.map(({ name, kind, type }) => {
      const value = sqlName(name)
      return { name, kind, type, text: `CAST(${value} AS VARCHAR)`, value }
    }),
  }
}

function missing(from: Table, other: Table): string[] {
  return from.columns.map(({ name }) => name).filter((name) => !other.columns.some((column) => column.name === name))
}

function sayColumns(old: Table, fresh: Table, log: { warn(text: string): void }): void {
  for (const [from, other] of [
    [old, fresh],
    [fresh, old],
  ] as const) {
    const only = missing(from, other)
    if (only.length > 0) log.warn(`Only ${from.name} has ${listed(only)}.`)
  }
}

/** One row per difference: the row numbers from 1, what happened, the column and both values as text. */
function differencesSql(old: Table, fresh: Table, columns: readonly string[]): string {
  const rows = `d.before + 1 AS old_row, d.after + 1 AS new_row`
  const cells = columns.map(
    (name, at) =>
      `SELECT ${rows}, 'changed' AS change, ${sqlText(name)} AS "column", b.${sqlName(name)}::VARCHAR AS old_value, a.${sqlName(name)}::VARCHAR AS new_value, coalesce(d.before, d.after) AS place FROM ${DIFFERENCES} d JOIN ${old.numbered} b ON b.${ROW} = d.before + 1 JOIN ${fresh.numbered} a ON a.${ROW} = d.after + 1 WHERE list_contains(d.changed, ${at})`,
  )
  const whole = `SELECT ${rows}, CASE WHEN d.before IS NULL THEN 'added' ELSE 'removed' END, NULL, NULL, NULL, coalesce(d.before, d.after) FROM ${DIFFERENCES} d WHERE d.changed IS NULL`
  return `(SELECT old_row, new_row, change, "column", old_value, new_value FROM (${[...cells, `SELECT * FROM (${whole}) w(old_row, new_row, change, "column", old_value, new_value, place)`].join(' UNION ALL ')}) ORDER BY place, old_row, new_row, "column")`
}

function matchedBy(matching: Matching): string {
  if (matching.by === 'keys') return listed(matching.columns)
  return matching.by === 'rows' ? 'all of their values' : 'their position'
}
