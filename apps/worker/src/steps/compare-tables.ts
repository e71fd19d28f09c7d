import { compareTables as compared, DIFFERENCES, type Matching } from '@millrace/tables/compare-tables'
import type { ComparedTable } from '@millrace/tables/compared-columns'
import { distinctNames } from '@millrace/tables/dialect'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table } from '@millrace/tables/table'
import { FEBRUARY, JANUARY, LEVELS } from '#sample/small-tables.ts'
import { columnsNamed } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { tableSlot, tableStep } from '#tables/table-step.ts'
import { textSql } from '#tables/value-text.ts'
import { longNumbers, plainDecimalSql } from './compare/long-numbers.ts'

export const compareTables = tableStep({
  functionName: 'compare_tables',
  version: '1.2.11',
  deterministic: true,
  title: 'Compare tables',
  shortDescription: 'Compares two tables cell by cell and lists added, removed and changed rows.',
  longDescription: `Pairs the rows of both tables by key columns or by position, and lists every cell that differs, with both values, and every
row that only one table has. 1 equals 1.0, and times are equal regardless of their format. Numbers that differ by no more
than a tolerance are equal as well. The differences list the key columns, so you can see which row each belongs to.

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
      description: 'Rows with equal values in these columns are compared. Leave empty to detect automatically.',
    },
    tolerance: {
      type: 'number',
      title: 'Tolerance',
      description: 'Numbers that differ by this much or less are equal.',
      default: 0,
      minimum: 0,
    },
    relative_tolerance: {
      type: 'number',
      title: 'Relative tolerance',
      description:
        'The same, as a share of the larger number: 0.001 allows 0.1%. Numbers within either tolerance are equal.',
      default: 0,
      minimum: 0,
      maximum: 1,
    },
    other_sheet: { ...SHEET_PARAMETER, title: 'Sheet of the new table', 'x-sheet-of': 'other', 'x-group': 'Files' },
  },
  inputs: [tableSlot({ name: 'table', title: 'Old table' }), tableSlot({ name: 'other', title: 'New table' })],
  combines: true,
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
    const long = await longNumbers(engine, old, fresh)
    const tolerance = { absolute: parameters.tolerance, relative: parameters.relative_tolerance }
    const sides = { before: sideOf(old, long), after: sideOf(fresh, long) }
    const found = await compared(engine, sides, wanted, tolerance)
    if (long.length > 0)
      log.info(`Compared as decimal numbers, because some have more than 15 digits: ${listed(long)}.`)
    warnOfOwnColumns(old, fresh, log)
    log.info(`Rows were paired by ${matchedBy(found.matching)}.`)
    if (found.matching.by === 'rows' && (tolerance.absolute > 0 || tolerance.relative > 0)) log.warn(EXACT_PAIRS)
    log.info(
      `${plural(found.same, 'row')} unchanged, ${count(found.changed)} changed, ${count(found.added)} added, ${count(found.removed)} removed.`,
    )
    for (const { name, cells } of found.changedCells)
      if (cells > 0) log.info(`${name}: ${plural(cells, 'cell')} changed.`)
    const { added, removed, changed, same } = found
    const isSame = added + removed + changed === 0 && missing(old, fresh).length + missing(fresh, old).length === 0
    const figures = { equal: isSame, addedRows: added, removedRows: removed, changedRows: changed, sameRows: same }
    return {
      from: differencesSql(old, fresh, {
        columns: found.changedCells.map(({ name }) => name),
        keys: found.matching.by === 'keys' ? found.matching.columns : [],
      }),
      figures,
    }
  },
})

const EXACT_PAIRS =
  'The tolerance was not applied, because rows were paired by all of their values. Choose key columns under “Key columns”.'

function sideOf({ numbered, columns }: Table, long: readonly string[]): ComparedTable {
  return {
    from: numbered,
    row: `${ROW} - 1`,
    columns: columns.map(({ name, kind, type }) => {
      const value = sqlName(name)
      if (long.includes(name)) {
        const decimal = plainDecimalSql(value)
        return { name, kind: 'text', type: 'VARCHAR', text: decimal, value: decimal, isDecimal: true }
      }
      return { name, kind, type, text: textSql({ name, type }), value }
    }),
  }
}

function missing(from: Table, other: Table): string[] {
  return from.columns.map(({ name }) => name).filter((name) => !other.columns.some((column) => column.name === name))
}

function warnOfOwnColumns(old: Table, fresh: Table, log: { warn(text: string): void }): void {
  for (const [from, other] of [
    [old, fresh],
    [fresh, old],
  ] as const) {
    const only = missing(from, other)
    if (only.length > 0) log.warn(`Only ${from.name} has ${listed(only)}.`)
  }
}

const DIFFERENCE = ['old_row', 'new_row', 'change', 'column', 'old_value', 'new_value']

/**
 * Returns SQL that yields one row per difference, with the 1-based row numbers, the kind of difference, the key, the
 * column, and both values as text.
 */
function differencesSql(
  old: Table,
  fresh: Table,
  { columns, keys }: { columns: readonly string[]; keys: readonly string[] },
): string {
  const names = distinctNames(keys, DIFFERENCE).map(sqlName)
  const typeIn = (table: Table, name: string) => table.columns.find((column) => column.name === name)?.type ?? 'VARCHAR'
  const textIn = (table: 'a' | 'b', name: string) =>
    textSql({ name, type: typeIn(table === 'a' ? fresh : old, name) }, table)
  const key = (side: (value: (table: 'a' | 'b') => string) => string) =>
    keys.map((name, at) => {
      const isSame = typeIn(old, name) === typeIn(fresh, name)
      return `${side((table) => (isSame ? `${table}.${sqlName(name)}` : textIn(table, name)))} AS ${names[at]}`
    })
  const rows = `d.before + 1 AS old_row, d.after + 1 AS new_row`
  const place = 'coalesce(d.before, d.after) AS place'
  const cells = columns.map((name, at) => {
    const values = `${textIn('b', name)} AS old_value, ${textIn('a', name)} AS new_value`
    const selected = [
      rows,
      "'changed' AS change",
      ...key((value) => value('b')),
      `${sqlText(name)} AS "column"`,
      values,
      place,
    ]
    return `SELECT ${selected.join(', ')} FROM ${DIFFERENCES} d JOIN ${old.numbered} b ON b.${ROW} = d.before + 1 JOIN ${fresh.numbered} a ON a.${ROW} = d.after + 1 WHERE list_contains(d.changed, ${at})`
  })
  const change = "CASE WHEN d.before IS NULL THEN 'added' ELSE 'removed' END AS change"
  const only = key((value) => `coalesce(${value('b')}, ${value('a')})`)
  const whole = [rows, change, ...only, 'NULL AS "column"', 'NULL AS old_value', 'NULL AS new_value', place].join(', ')
  const joined =
    keys.length === 0
      ? ''
      : `LEFT JOIN ${old.numbered} b ON b.${ROW} = d.before + 1 LEFT JOIN ${fresh.numbered} a ON a.${ROW} = d.after + 1`
  const all = [...cells, `SELECT ${whole} FROM ${DIFFERENCES} d ${joined} WHERE d.changed IS NULL`].join(' UNION ALL ')
  const shown = ['old_row', 'new_row', 'change', ...names, '"column"', 'old_value', 'new_value'].join(', ')
  return `(SELECT ${shown} FROM (${all}) ORDER BY place, old_row, new_row, "column")`
}

function matchedBy(matching: Matching): string {
  if (matching.by === 'keys') return listed(matching.columns)
  return matching.by === 'rows' ? 'all of their values' : 'their position'
}
