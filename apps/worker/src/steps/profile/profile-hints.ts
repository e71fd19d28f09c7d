import type { Engine } from '@millrace/tables/engine'
import { plural, quoted } from '@millrace/tables/sentences'
import { mismatchNote, sourceOf, type Table } from '@millrace/tables/table'
import type { StepContext } from '@millrace/worker-sdk'
import { mayBeMissing, missingNumberNotes } from '#tables/missing-numbers.ts'
import { dateAndTime } from '#tables/time-of-day-column.ts'
import type { ColumnProfile } from './column-profile.ts'

type Log = StepContext<unknown>['log']

/** Returns sentences about possible problems in the data. */
export async function profileHints(
  engine: Engine,
  table: Table,
  { columns, duplicateRows, log }: { columns: readonly ColumnProfile[]; duplicateRows: number; log: Log },
): Promise<string[]> {
  const suspects = columns.filter(
    ({ kind, smallest, largest }) => kind === 'number' && (mayBeMissing(smallest) || mayBeMissing(largest)),
  )
  const sentinels: string[] = []
  for (const { name } of suspects)
    sentinels.push(...(await missingNumberNotes(engine, sourceOf(table, [{ name }]), name)))
  for (const note of sentinels) log.warn(note)
  const pair = await dateAndTime(engine, table)
  return [
    ...table.notes,
    ...(pair
      ? [
          `Column \`${pair.timeOfDay.name}\` has the time of day for the dates in \`${pair.date.name}\`. The steps “Aggregate table” and “Plot table” combine them.`,
        ]
      : []),
    ...table.columns.flatMap((column) => mismatchNote(column) ?? []),
    ...(duplicateRows > 0
      ? [
          `The table has ${plural(duplicateRows, 'duplicate row')}. Use “Clean table” to drop ${duplicateRows === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...columns.flatMap((column) => columnHints(table, column)),
    ...sentinels,
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
