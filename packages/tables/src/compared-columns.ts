import type { ValueKind } from './table.ts'

/** A table to compare: a relation and the SQL that reads its columns. */
export interface ComparedTable {
  from: string
  /** SQL for the 0-based row number. */
  row: string
  columns: ComparedColumn[]
}

/** A column of one of the tables, and the SQL that reads it. */
export interface ComparedColumn {
  name: string
  kind: ValueKind
  type: string
  /** SQL for the cell as text. */
  text: string
  /** SQL for the value. */
  value: string
  /** Whether the values are decimal numbers in the form of text, because some have too many digits for the engine. */
  isDecimal?: true
}

/** A column that both tables have. */
export interface ComparableColumn {
  name: string
  before: ComparedColumn
  after: ComparedColumn
}

export interface Sides {
  before: ComparedTable
  after: ComparedTable
  columns: ComparableColumn[]
}

/** Returns the columns that both tables have, in the order of the second table. */
export function commonColumns(before: ComparedTable, after: ComparedTable): ComparableColumn[] {
  const earlier = new Map(before.columns.map((column) => [column.name, column]))
  return after.columns.flatMap((column) => {
    const same = earlier.get(column.name)
    return same ? [{ name: column.name, before: same, after: column }] : []
  })
}

/**
 * Returns SQL for both cells of a pair. Equal values of different types, such as 1 and 1.0, compare as equal. Cells
 * without a common type are compared as text.
 */
export function comparisonSql({ before, after }: ComparableColumn): { before: string; after: string } {
  const isSimple = before.kind !== 'other' && before.kind === after.kind
  if (isSimple && before.type === after.type) return { before: before.value, after: after.value }
  const type = isSimple ? COMMON_TYPE[before.kind] : undefined
  if (!type) return { before: before.text, after: after.text }
  if ([before, after].every((column) => INTEGERS.test(column.type)))
    return { before: `CAST(${before.value} AS HUGEINT)`, after: `CAST(${after.value} AS HUGEINT)` }
  const isFloat = [before, after].some((column) => column.type === 'FLOAT')
  const sql = ({ value, type: own }: ComparedColumn) =>
    isFloat && FRACTIONS.test(own) ? ofSinglePrecision(value) : `CAST(${value} AS ${type})`
  return { before: sql(before), after: sql(after) }
}

const COMMON_TYPE: Partial<Record<ValueKind, string>> = { number: 'DOUBLE', time: 'TIMESTAMP' }
/** Types compared as HUGEINT, because a DOUBLE cannot represent all values of the larger integer types. */
const INTEGERS = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/
const FRACTIONS = /^(DOUBLE|DECIMAL.*)$/

/**
 * Returns SQL that rounds a number to single precision, so 0.1 as a DOUBLE equals 0.1 as a FLOAT. Numbers beyond the
 * range of FLOAT are unchanged.
 */
function ofSinglePrecision(value: string): string {
  return `coalesce(CAST(TRY_CAST(${value} AS FLOAT) AS DOUBLE), CAST(${value} AS DOUBLE))`
}
