import { computeAggregates } from '@millrace/tables/aggregates'
import type { Engine } from '@millrace/tables/engine'
import { plural } from '@millrace/tables/sentences'
import { sqlDouble, sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { isWide } from '@millrace/tables/table-width'
import type { StepContext } from '@millrace/worker-sdk'

/** Numbers that instruments write for missing values. */
const SENTINELS = [-99_999, -9999, -9999.9, -999, -999.9, -999.99, -99, -99.9, -77, 999, 9999, 99_999]

/** Whether the minimum or maximum of a column may be a placeholder for missing values. */
export function mayBeMissing(extreme: unknown): boolean {
  return SENTINELS.some((value) => value === extreme)
}

async function suspectColumns(engine: Engine, from: string, names: readonly string[]): Promise<string[]> {
  const ends = names.flatMap((name, at) => {
    const value = `${sqlName(name)}::DOUBLE`
    const finite = `FILTER (WHERE isfinite(${value}))`
    return [
      [`low${at}`, `min(${value}) ${finite}`],
      [`high${at}`, `max(${value}) ${finite}`],
    ] as const
  })
  const figures = await computeAggregates(engine, from, { numbers: Object.fromEntries(ends) })
  return names.filter((_, at) => mayBeMissing(figures.number(`low${at}`)) || mayBeMissing(figures.number(`high${at}`)))
}

/** Warns of likely placeholders for missing values, because the step includes them in its computation. */
export async function warnOfMissingNumbers(
  engine: Engine,
  table: Table,
  { columns, log }: { columns: readonly TableColumn[]; log: Pick<StepContext<unknown>['log'], 'warn'> },
): Promise<void> {
  const names = columns.filter(({ kind }) => kind === 'number').map(({ name }) => name)
  for (const note of await likelyMissing(engine, table.view, names))
    log.warn(`${note} If so, run Clean table first with this number in “Missing values”.`)
}

/** Returns notes about numbers in these columns that are probably placeholders for missing values. */
export async function likelyMissing(engine: Engine, from: string, names: readonly string[]): Promise<string[]> {
  if (isWide(names.length)) return []
  const notes: string[] = []
  for (const name of await suspectColumns(engine, from, names))
    notes.push(...(await missingNumberNotes(engine, from, name)))
  return notes
}

/** Returns a sentence for each sentinel that occurs more than once in a column and is far from all other values. */
export async function missingNumberNotes(engine: Engine, from: string, name: string): Promise<string[]> {
  const value = `${sqlName(name)}::DOUBLE`
  const all = SENTINELS.map(sqlDouble).join(', ')
  const others = `FILTER (WHERE isfinite(${value}) AND ${value} NOT IN (${all}))`
  const counts = SENTINELS.map((sentinel, at) => [`n${at}`, `count_if(${value} = ${sqlDouble(sentinel)})`] as const)
  const figures = await computeAggregates(engine, from, {
    numbers: { low: `min(${value}) ${others}`, high: `max(${value}) ${others}`, ...Object.fromEntries(counts) },
  })
  const [low, high] = [figures.number('low'), figures.number('high')]
  if (low === null || high === null) return []
  return SENTINELS.flatMap((sentinel, at) => {
    const rows = figures.number(`n${at}`) ?? 0
    return rows > 1 && isFar(sentinel, low, high)
      ? [`Column \`${name}\` has ${sentinel} in ${plural(rows, 'row')}, which often means “missing”.`]
      : []
  })
}

/**
 * Whether a sentinel is far from the other values, which lie between `low` and `high`: its distance from that range
 * exceeds the width of the range, or it is negative and none of the others is.
 */
function isFar(value: number, low: number, high: number): boolean {
  const distance = Math.max(low - value, value - high)
  return distance > high - low || (value < 0 && low >= 0)
}
