import type { Engine } from '@millrace/tables/engine'
import { plural, quoted } from '@millrace/tables/sentences'
import { sqlDouble, sqlName } from '@millrace/tables/sql'
import { sourceOf, strayNote, type Table } from '@millrace/tables/table'
import { dateAndClock } from '#tables/clock-column.ts'
import type { ColumnProfile } from './column-profile.ts'

/** Numbers that instruments write in place of missing values. */
const SENTINELS = [-9999, -999, -999.9, -99, -77, 9999, 99999]

/** Findings that the owner of the data should know about, one sentence each. */
export async function profileHints(
  engine: Engine,
  table: Table,
  { columns, duplicateRows }: { columns: readonly ColumnProfile[]; duplicateRows: number },
): Promise<string[]> {
  const sentinels = await Promise.all(columns.map((column) => sentinelHint(engine, table, column)))
  const pair = await dateAndClock(engine, table)
  return [
    ...table.notes,
    ...(pair
      ? [
          `Column \`${pair.clock.name}\` has the time of day for the dates in \`${pair.date.name}\`. The steps “Aggregate table” and “Plot table” combine them.`,
        ]
      : []),
    ...table.columns.flatMap((column) => strayNote(column) ?? []),
    ...(duplicateRows > 0
      ? [
          `The table has ${plural(duplicateRows, 'duplicate row')}. Use “Clean table” to drop ${duplicateRows === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...columns.flatMap((column) => columnHints(table, column)),
    ...sentinels.flat(),
  ]
}

function columnHints(table: Table, { name, missing, distinct, mostFrequent, smallest }: ColumnProfile): string[] {
  if (table.rows === 0) return []
  if (missing === table.rows) return [`Column \`${name}\` is empty in every row.`]
  if (distinct === 1 && table.rows > 1) {
    const value = String(mostFrequent?.[0]?.value ?? smallest)
    return [`Column \`${name}\` has only one distinct value: ${quoted(value)}.`]
  }
  const share = missing / table.rows
  return share >= 0.2 ? [`Column \`${name}\` is empty in ${Math.round(share * 100)}% of the rows.`] : []
}

async function sentinelHint(engine: Engine, table: Table, { name, kind, smallest, largest }: ColumnProfile) {
  const suspects = SENTINELS.filter((value) => kind === 'number' && (value === smallest || value === largest))
  const hints = suspects.map(async (value) => {
    const found = await engine.row<{ n: number }>(
      `SELECT count(*) AS n FROM ${sourceOf(table, [{ name }])} WHERE ${sqlName(name)}::DOUBLE = ${sqlDouble(value)}`,
    )
    return `Column \`${name}\` has ${value} in ${plural(found.n, 'row')}, which often means “missing”.`
  })
  return Promise.all(hints)
}
