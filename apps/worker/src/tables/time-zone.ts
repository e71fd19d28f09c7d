import type { Engine } from '@millrace/tables/engine'
import { listed } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { derivedTable } from './derived-table.ts'
import { nearestNames } from './nearest-names.ts'

export const TIME_ZONE_PARAMETER = {
  type: 'string',
  title: 'Time zone',
  description:
    'The time zone in which days and other intervals start, such as Europe/Berlin. Applies only to times with UTC offsets or Z; others are used as they are. Resulting times have this zone’s UTC offset in CSV and are in UTC in Parquet and Excel.',
  default: 'UTC',
  maxLength: 64,
} as const

export interface ZonedTable {
  table: Table
  /** The column with local times, which have no UTC offset. */
  time: TableColumn
  /**
   * The column with times in UTC. Rows are ordered by these times, because local times repeat an hour in autumn. The
   * view of the table may lack this column.
   */
  order: TableColumn
  /** How to write the result. Set only for times with UTC offsets. */
  result?: ZonedResult
}

/** How to write local times so that they still refer to the original points in time. */
export interface ZonedResult {
  /** Adds UTC offsets to the local times in a relation. Dates are left unchanged. */
  finish(from: string): string
  column: string
  zone: string
}

interface Wanted {
  time: TableColumn
  zone: string
  /** The length of the intervals. */
  seconds: number
  log: StepContext<unknown>['log']
}

const HOUR = 3600
const DAY = 24 * HOUR

/**
 * Returns the table with times in a time zone. Intervals longer than an hour follow local time, so a day may have 23 or
 * 25 hours. Other intervals are computed before times are converted, so the hour that repeats in autumn remains two
 * separate hours.
 */
export async function inTimeZone(
  engine: Engine,
  table: Table,
  { time, zone, seconds, log }: Wanted,
): Promise<ZonedTable> {
  const name = await zoneNamed(engine, zone)
  const moment = momentSql(time)
  if (!moment) {
    if (name !== 'UTC')
      log.warn(`The times in \`${time.name}\` have no UTC offsets, so the time zone ${name} was not applied.`)
    return { table, time, order: time }
  }
  const column = sqlName(time.name)
  const result = (value: string): ZonedResult => ({
    finish: (from) => (seconds < DAY ? `(SELECT * REPLACE (${value} AS ${column}) FROM ${from})` : from),
    column: time.name,
    zone: name,
  })
  if (name === 'UTC') {
    // In nearly all zones, minutes and hours start at the same points in time as in UTC.
    if (seconds > HOUR)
      log.warn(
        `The times in \`${time.name}\` have UTC offsets, so days and other intervals begin in UTC. To use another zone, set “Time zone”.`,
      )
    return { table, time, order: time, result: result(`${column} AT TIME ZONE 'UTC'`) }
  }
  log.info(`The times in \`${time.name}\` were converted to ${name}.`)
  const local = (utc: string) => `(${utc} AT TIME ZONE 'UTC' AT TIME ZONE ${sqlText(name)})`
  if (seconds > HOUR) {
    const zoned = await withValues(engine, table, { time, value: local(moment), moment })
    return { ...zoned, result: result(startSql(column, name)) }
  }
  // Intervals are aligned with the hours of local time, even in zones whose offset includes half an hour.
  const { shift } = await engine.row<{ shift: number | null }>(
    `SELECT epoch(${local('first')} - first)::DOUBLE AS shift FROM (SELECT min(${moment}) AS first FROM ${table.view} WHERE isfinite(${moment}))`,
  )
  const span = `INTERVAL '${Math.round(shift ?? 0)} seconds'`
  const shifted = await withValues(engine, table, { time, value: `(${moment} + ${span})`, moment })
  return { ...shifted, result: result(`(${column} - ${span}) AT TIME ZONE 'UTC'`) }
}

/**
 * Returns SQL for the point in time at which an interval starts. When daylight saving time ends, a local time occurs
 * twice. An interval that starts at the earlier occurrence covers both, so the earlier occurrence is used.
 */
function startSql(local: string, zone: string): string {
  const later = `(${local} AT TIME ZONE ${sqlText(zone)})`
  const earlier = `(${later} - INTERVAL 1 HOUR)`
  return `CASE WHEN ${earlier} AT TIME ZONE ${sqlText(zone)} = ${local} THEN ${earlier} ELSE ${later} END`
}

function momentSql({ name, type }: TableColumn): string | undefined {
  return type === 'TIMESTAMP WITH TIME ZONE' ? `(${sqlName(name)} AT TIME ZONE 'UTC')` : undefined
}

/** Warns if only some tables have UTC offsets. Times without an offset are read as UTC. */
export function warnOfMissingOffsets(
  name: string,
  own: readonly { table: Table; column: TableColumn }[],
  log: Pick<StepContext<unknown>['log'], 'warn'>,
): void {
  if (own.some(({ column }) => column.kind !== 'time')) return
  const [zoned, others] = [true, false].map((isZoned) =>
    own.filter(({ column }) => (momentSql(column) !== undefined) === isZoned).map(({ table }) => table.name),
  )
  if (zoned?.length && others?.length)
    log.warn(
      `\`${name}\` has UTC offsets in ${listed(zoned)} but not in ${listed(others)}. Times without an offset were read as UTC.`,
    )
}

const MOMENT = '__millrace_moment'

async function withValues(
  engine: Engine,
  table: Table,
  { time, value, moment }: { time: TableColumn; value: string; moment: string },
) {
  const local: TableColumn = { ...time, type: 'TIMESTAMP' }
  const columns = table.columns.map((column) => (column.name === time.name ? local : column))
  const replaced = `* REPLACE (${value} AS ${sqlName(time.name)})`
  const sql = `SELECT ${replaced}, ${moment} AS ${MOMENT} FROM ${table.numbered}`
  const zoned = await derivedTable(engine, table, { prefix: 'zoned', sql, columns })
  return { table: zoned, time: local, order: { ...local, name: MOMENT } }
}

async function zoneNamed(engine: Engine, wanted: string): Promise<string> {
  const zone = wanted.trim()
  if (zone === '' || zone.toUpperCase() === 'UTC') return 'UTC'
  const rows = await engine.rows<{ name: string }>('SELECT name FROM pg_timezone_names() ORDER BY name')
  const names = rows.map(({ name }) => name)
  const found = names.find((name) => name.toLowerCase() === zone.toLowerCase())
  if (found) return found
  throw new StepError(
    `“${zone}” is not a time zone. Use a name such as Europe/Berlin. The nearest names are: ${listed(nearestNames(zone, names))}.`,
    { parameter: { name: 'time_zone' } },
  )
}
