import { computeAggregates } from './aggregates.ts'
import type { Engine } from './engine.ts'
import { strptimeSql } from './time-formats.ts'
import { bareSql } from './value-reading.ts'

/** A column that may contain dates or times of day: its type, SQL for its cells, and the relation that contains it. */
export interface DateOrTimeCandidate {
  name: string
  type: string
  cell: string
  from: string
}

export interface DateAndTime<Column = DateOrTimeCandidate> {
  date: Column
  timeOfDay: Column
}

/** Pattern of a time of day, including 24:00, which some loggers write for the end of the day. */
const TIME_OF_DAY = "'([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.,]\\d+)?)?( ?[AaPp]\\.?[Mm]\\.?)?|24:00(:00([.,]0+)?)?'"
const HALF_DAYS = ['%I:%M %p', '%I:%M:%S %p', '%I:%M:%S.%f %p']
/** Number of rows to check first. They rule out most text columns. */
const HEAD_ROWS = 100

/** Column names that suggest times of day, in the languages of loggers. */
const TIME_NAME = /time|zeit|uhr|clock|heure|hora|ora\b|utc|gmt/i

/**
 * Finds a column of dates and the time-of-day column that completes it: an adjacent column or, if none is adjacent, the
 * table’s only column with a name that suggests times. Undefined if there is no such pair or more than one.
 */
export async function findDateAndTime<Column extends DateOrTimeCandidate>(
  engine: Engine,
  columns: readonly Column[],
): Promise<DateAndTime<Column> | undefined> {
  const pairs = columns.flatMap((date, at) => {
    const beside = date.type === 'DATE' ? [columns[at - 1], columns[at + 1]] : []
    return beside.flatMap((timeOfDay) =>
      timeOfDay?.type === 'TIME' || timeOfDay?.type === 'VARCHAR' ? [{ date, timeOfDay }] : [],
    )
  })
  const adjacent = await withTimesOfDay(engine, pairs)
  if (adjacent.length > 0) return adjacent.length === 1 ? adjacent[0] : undefined
  const [date, ...others] = columns.filter(({ type }) => type === 'DATE')
  if (!date || others.length > 0) return undefined
  const named = columns.filter(({ type, name }) => (type === 'TIME' || type === 'VARCHAR') && TIME_NAME.test(name))
  const apart = await withTimesOfDay(
    engine,
    named.map((timeOfDay) => ({ date, timeOfDay })),
  )
  return apart.length === 1 ? apart[0] : undefined
}

async function withTimesOfDay<Column extends DateOrTimeCandidate>(
  engine: Engine,
  pairs: readonly DateAndTime<Column>[],
): Promise<DateAndTime<Column>[]> {
  const found: DateAndTime<Column>[] = []
  for (const pair of pairs) if (await isTimeOfDay(engine, pair.timeOfDay)) found.push(pair)
  return found
}

async function isTimeOfDay(engine: Engine, { type, cell, from }: DateOrTimeCandidate): Promise<boolean> {
  if (type === 'TIME') return true
  const bare = bareSql('cell')
  const isOdd = `${bare} <> '' AND NOT regexp_full_match(${bare}, ${TIME_OF_DAY})`
  const numbers = { present: `count(nullif(${bare}, ''))`, odd: `count_if(${isOdd})` }
  const cells = `SELECT ${cell} AS cell FROM ${from}`
  const head = await computeAggregates(engine, `(${cells} LIMIT ${HEAD_ROWS})`, { numbers })
  if (head.number('odd') !== 0) return false
  const all = await computeAggregates(engine, `(${cells})`, { numbers })
  return (all.number('present') ?? 0) > 0 && all.number('odd') === 0
}

/** Returns SQL for the timestamp of a date and a time of day. Null if the time of day is missing. */
export function momentSql({ date, timeOfDay }: DateAndTime<Pick<DateOrTimeCandidate, 'type' | 'cell'>>): string {
  if (timeOfDay.type === 'TIME') return `${date.cell} + ${timeOfDay.cell}`
  const cell = `replace(${bareSql(timeOfDay.cell)}, ',', '.')`
  const halfDay = `regexp_replace(upper(${cell}), ' ?([AP])\\.?M\\.?$', ' \\1M')`
  const time = `CASE WHEN upper(${cell}) LIKE '%M%' THEN ${strptimeSql(halfDay, HALF_DAYS)}::TIME ELSE TRY_CAST(${cell} AS TIME) END`
  return `CASE WHEN starts_with(${cell}, '24') THEN ${date.cell} + INTERVAL 1 DAY ELSE ${date.cell} + (${time}) END`
}
