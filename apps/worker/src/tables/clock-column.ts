import type { Engine } from '@millrace/tables/engine'
import { figuresOf } from '@millrace/tables/figures'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sourceOf, sqlNames, type Table, type TableColumn } from '@millrace/tables/table'
import { strptimeSql } from '@millrace/tables/time-formats'
import { bareSql } from '@millrace/tables/value-reading'

/** A column of dates and the adjacent column with the times of day. */
export interface DateAndClock {
  date: TableColumn
  clock: TableColumn
}

/** 24:00 is the end of the day, as some loggers write it. */
const CLOCK = "'([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.,]\\d+)?)?( ?[AaPp]\\.?[Mm]\\.?)?|24:00(:00([.,]0+)?)?'"
const HALF_DAYS = ['%I:%M %p', '%I:%M:%S %p', '%I:%M:%S.%f %p']

/** Finds the dates that a time-of-day column completes. Undefined if there are none, or more than one combination. */
export async function dateAndClock(engine: Engine, table: Table): Promise<DateAndClock | undefined> {
  const pairs = table.columns.flatMap((date, at) => {
    const beside = [table.columns[at - 1], table.columns[at + 1]]
    const clocks = beside.filter((one) => one?.type === 'TIME' || (one?.type === 'VARCHAR' && !one.strays))
    return date.type === 'DATE' ? clocks.flatMap((clock) => (clock ? [{ date, clock }] : [])) : []
  })
  const found: DateAndClock[] = []
  for (const pair of pairs) if (await isClock(engine, table, pair.clock)) found.push(pair)
  return found.length === 1 ? found[0] : undefined
}

async function isClock(engine: Engine, table: Table, column: TableColumn): Promise<boolean> {
  if (column.type === 'TIME') return true
  const cell = bareSql(sqlName(column.name))
  const isOdd = `${cell} <> '' AND NOT regexp_full_match(${cell}, ${CLOCK})`
  const figures = await figuresOf(engine, sourceOf(table, [column]), {
    numbers: { present: `count(nullif(${cell}, ''))`, odd: `count_if(${isOdd})` },
  })
  return (figures.number('present') ?? 0) > 0 && figures.number('odd') === 0
}

/** The same table with date and time of day combined in the date column. Rows without a time of day have no time. */
export async function withMoments(engine: Engine, table: Table, { date, clock }: DateAndClock): Promise<Table> {
  const moment: TableColumn = { name: date.name, kind: 'time', type: 'TIMESTAMP' }
  const columns = table.columns.flatMap((column) => (column === clock ? [] : [column === date ? moment : column]))
  const values = columns.map((column) =>
    column === moment ? `${momentSql(date, clock)} AS ${sqlName(date.name)}` : sqlName(column.name),
  )
  const [numbered, view] = [`timed_${table.numbered}`, `timed_${table.view}`]
  await engine.run(`CREATE VIEW ${numbered} AS SELECT ${[ROW, ...values].join(', ')} FROM ${table.numbered}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(columns)} FROM ${numbered}`)
  const { parts: _parts, ...rest } = table
  return { ...rest, columns, numbered, view }
}

function momentSql(date: TableColumn, clock: TableColumn): string {
  const name = sqlName(clock.name)
  if (clock.type === 'TIME') return `${sqlName(date.name)} + ${name}`
  const cell = `replace(${bareSql(name)}, ',', '.')`
  const halfDay = `regexp_replace(upper(replace(${bareSql(name)}, ',', '.')), ' ?([AP])\\.?M\\.?$', ' \\1M')`
  const time = `CASE WHEN upper(${cell}) LIKE '%M%' THEN ${strptimeSql(halfDay, HALF_DAYS)}::TIME ELSE TRY_CAST(${cell} AS TIME) END`
  const day = sqlName(date.name)
  return `CASE WHEN starts_with(${cell}, '24') THEN ${day} + INTERVAL 1 DAY ELSE ${day} + (${time}) END`
}
