import { computeAggregates } from '@millrace/tables/aggregates'
import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import { sourceOf, type Table, type TableColumn } from '@millrace/tables/table'

/** A regular expression for decimal numbers without exponents. Codes such as 00123 are not numbers. */
const DECIMAL = "'[+-]?(0|[1-9]\\d*)(\\.\\d+)?'"
const HEAD_ROWS = 200

/**
 * Returns the columns that contain only numbers in both tables but were read as text in at least one of them, because
 * some numbers have too many digits for the engine.
 */
export async function longNumbers(engine: Engine, old: Table, fresh: Table): Promise<string[]> {
  const names = old.columns.flatMap((column) => {
    const other = fresh.columns.find(({ name }) => name === column.name)
    const kinds = [column.kind, other?.kind]
    return kinds.includes('text') && kinds.every((kind) => kind === 'text' || kind === 'number') ? [column.name] : []
  })
  const before = await decimals(engine, old, names)
  return decimals(engine, fresh, before)
}

async function decimals(engine: Engine, table: Table, names: readonly string[]): Promise<string[]> {
  const texts = table.columns.filter(({ name, kind }) => kind === 'text' && names.includes(name))
  if (texts.length === 0) return [...names]
  const likely = await onlyDecimals(engine, table, { texts, most: HEAD_ROWS })
  const all = likely.length > 0 ? await onlyDecimals(engine, table, { texts: likely }) : []
  return names.filter((name) => !texts.some((text) => text.name === name) || all.some((text) => text.name === name))
}

async function onlyDecimals(
  engine: Engine,
  table: Table,
  { texts, most }: { texts: readonly TableColumn[]; most?: number },
): Promise<TableColumn[]> {
  const rows = `SELECT ${texts.map(({ name }) => sqlName(name)).join(', ')} FROM ${sourceOf(table, texts)}`
  const numbers = texts.map(({ name }): [string, string] => [
    name,
    `count_if(NOT regexp_full_match(${sqlName(name)}::VARCHAR, ${DECIMAL}))`,
  ])
  const from = most === undefined ? `(${rows})` : `(${rows} LIMIT ${most})`
  const figures = await computeAggregates(engine, from, { numbers: Object.fromEntries(numbers) })
  return texts.filter(({ name }) => figures.number(name) === 0)
}

/**
 * Returns SQL that converts a decimal number to text so that equal numbers have equal text: 5.0 becomes 5, 0.10 becomes
 * 0.1, and 1e-05 becomes 0.00001.
 */
export function plainDecimalSql(value: string): string {
  const written = `ltrim(${value}::VARCHAR, '+')`
  const text = `CASE WHEN contains(${written}, 'e') THEN coalesce(TRY_CAST(${value} AS DECIMAL(38, 15))::VARCHAR, ${written}) ELSE ${written} END`
  const bare = `CASE WHEN contains(${text}, '.') THEN rtrim(rtrim(${text}, '0'), '.') ELSE ${text} END`
  return `CASE WHEN ${bare} = '-0' THEN '0' ELSE ${bare} END`
}
