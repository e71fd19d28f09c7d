import type { ComparedColumn, PreviewColumn, TableComparisonProperties } from '@millrace/contracts/previews'
import { formatCount } from '#lib/format.ts'
import { columnRange } from '../table/column-range.ts'

/** Describes how a column differs between two tables. Undefined if it has the same type and equal cells in both. */
export function columnChange({ Before, After, ChangedCells }: ComparedColumn): string | undefined {
  if (!Before) return 'added'
  if (!After) return 'removed'
  if (Before.Type !== After.Type) return 'different type'
  return ChangedCells > 0 ? `${formatCount(ChangedCells)} ${ChangedCells === 1 ? 'cell' : 'cells'} changed` : undefined
}

/** A fact about a column, in both tables. The value is undefined for a table that lacks the column. */
export interface ColumnFact {
  label: string
  before: string | undefined
  after: string | undefined
}

/** Returns the type, range and missing values of a column in both tables. */
export function columnFacts({ Before, After }: ComparedColumn): ColumnFact[] {
  return FACTS.map(([label, fact]) => ({
    label,
    before: Before ? fact(Before) : undefined,
    after: After ? fact(After) : undefined,
  }))
}

const FACTS: [string, (column: PreviewColumn) => string][] = [
  ['Type', (column) => column.Type],
  ['Range', (column) => columnRange(column)],
  ['Missing', ({ NullCount }) => (NullCount === null ? '' : formatCount(NullCount))],
]

/**
 * Returns the key columns, then the columns that differ, each with its index in the comparison. Equal columns follow if
 * `all` is set or if there are no key columns. At most `COLUMNS_MAX` columns are returned.
 */
export function columnsToShow(
  { Columns, KeyColumns }: Pick<TableComparisonProperties, 'Columns' | 'KeyColumns'>,
  all: boolean,
): { column: ComparedColumn; at: number }[] {
  const placed = Columns.map((column, at) => ({ column, at }))
  const keys = placed.filter(({ column }) => KeyColumns.includes(column.Name))
  const others = placed.filter(({ column }) => !KeyColumns.includes(column.Name))
  const changed = others.filter(({ column }) => columnChange(column) !== undefined)
  const equal = others.filter(({ column }) => columnChange(column) === undefined)
  const shown = [...keys, ...changed, ...(all || keys.length === 0 ? equal : [])]
  return shown.slice(0, COLUMNS_MAX)
}

/** Wider rows are too slow to draw. */
const COLUMNS_MAX = 60
