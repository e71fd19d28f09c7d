import { computeAggregates } from './aggregates.ts'
import type { Engine } from './engine.ts'
import { strptimeSql } from './time-formats.ts'
import { bareSql } from './value-reading.ts'

/** A column that may contain dates or times of day: its type, SQL for its cells, and the relation that contains it. */
export interface ClockCandidate {
  name: string
  type: string
  cell: string
  from: string
}

/** A column of dates and the column with the times of day. */
export interface DateAndClock<Column = ClockCandidate> {
  date: Column
  clock: Column
}

/** Pattern of a time of day, including 24:00, which some loggers write for the end of the day. */
const CLOCK = "'([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.,]\\d+)?)?( ?[AaPp]\\.?[Mm]\\.?)?|24:00(:00([.,]0+)?)?'"
const HALF_DAYS = ['%I:%M %p', '%I:%M:%S %p', '%I:%M:%S.%f %p']
/** Number of rows to check first. They rule out most text columns. */
const HEAD_ROWS = 100

/** Column names that suggest times of day, in the languages of loggers. */
const CLOCK_NAME = /time|zeit|uhr|clock|heure|hora|ora\b|utc|gmt/i

/**
 * Finds a column of dates and the time-of-day column that completes it: an adjacent column or, if none is adjacent, the
 * table’s only column with a name that suggests times. Undefined if there is no such pair or more than one.
 */
export async function findDateAndClock<Column extends ClockCandidate>(
  engine: Engine,
  columns: readonly Column[],
): Promise<DateAndClock<Column> | undefined> {
  const pairs = columns.flatMap((date, at) => {
    const beside = date.type === 'DATE' ? [columns[at - 1], columns[at + 1]] : []
    return beside.flatMap((clock) => (clock?.type === 'TIME' || clock?.type === 'VARCHAR' ? [{ date, clock }] : []))
  })
  const adjacent = await withClocks(engine, pairs)
  if (adjacent.length > 0) return adjacent.length === 1 ? adjacent[0] : undefined
  const [date, ...others] = columns.filter(({ type }) => type === 'DATE')
  if (!date || others.length > 0) return undefined
  const named = columns.filter(({ type, name }) => (type === 'TIME' || type === 'VARCHAR') && CLOCK_NAME.test(name))
  const apart = await withClocks(
    engine,
    named.map((clock) => ({ date, clock })),
  )
  return apart.length === 1 ? apart[0] : undefined
}

async function withClocks<Column extends ClockCandidate>(
  engine: Engine,
  pairs: readonly DateAndClock<Column>[],
): Promise<DateAndClock<Column>[]> {
  const found: DateAndClock<Column>[] = []
  for (const pair of pairs) if (await isClock(engine, pair.clock)) found.push(pair)
  return found
}

async function isClock(engine: Engine, { type, cell, from }: ClockCandidate): Promise<boolean> {
  if (type === 'TIME') return true
  const bare = bareSql('cell')
  const isOdd = `${bare} <> '' AND NOT regexp_full_match(${bare}, ${CLOCK})`
  const numbers = { present: `count(nullif(${bare}, ''))`, odd: `count_if(${isOdd})` }
  const cells = `SELECT ${cell} AS cell FROM ${from}`
  const head = await computeAggregates(engine, `(${cells} LIMIT ${HEAD_ROWS})`, { numbers })
  if (head.number('odd') !== 0) return false
  const all = await computeAggregates(engine, `(${cells})`, { numbers })
  return (all.number('present') ?? 0) > 0 && all.number('odd') === 0
}

/** Returns SQL for the timestamp of a date and a time of day. Null if the time of day is missing. */
export function momentSql({ date, clock }: DateAndClock<Pick<ClockCandidate, 'type' | 'cell'>>): string {
  if (clock.type === 'TIME') return `${date.cell} + ${clock.cell}`
  const cell = `replace(${bareSql(clock.cell)}, ',', '.')`
  const halfDay = `regexp_replace(upper(${cell}), ' ?([AP])\\.?M\\.?$', ' \\1M')`
  const time = `CASE WHEN upper(${cell}) LIKE '%M%' THEN ${strptimeSql(halfDay, HALF_DAYS)}::TIME ELSE TRY_CAST(${cell} AS TIME) END`
  return `CASE WHEN starts_with(${cell}, '24') THEN ${date.cell} + INTERVAL 1 DAY ELSE ${date.cell} + (${time}) END`
}
