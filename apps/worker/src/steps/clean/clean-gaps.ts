import type { Engine } from '@millrace/tables/engine'
import { count, plural } from '@millrace/tables/sentences'
import { sqlDouble, sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'
import type { Change } from './clean-report.ts'
import { keySql, momentSql, orderSeries, PLACE, type Series, seriesChunks } from './series.ts'

const INSERTED_MAX = 20_000_000
const SAMPLE_ROWS = 200_000

/**
 * Adds a row for each time that is missing from a regular series. In a new row, only the time and the series have
 * values. Returns the change, if any, or a note that says why no rows can be added.
 */
export async function insertMissingTimes(
  engine: Engine,
  series: Series,
): Promise<{ changes: Change[]; notes: string[] }> {
  const { time, key, columns } = series
  if (!time) return { changes: [], notes: ['No missing times were added: the table has no time column.'] }
  const { months, shift } = (await usualMonths(engine, series)) ?? { months: 0, shift: 0 }
  const step = months ? months * MONTH : await usualStep(engine, series)
  if (!step)
    return { changes: [], notes: [`No missing times were added: the times in \`${time.name}\` are irregular.`] }
  const missing = `FROM (SELECT key, moment, previous, above FROM (${consecutiveSql(series)}) WHERE moment - previous > ${sqlDouble(1.5 * step)})`
  const { n } = await engine.row<{ n: number }>(
    `SELECT coalesce(sum(ceil((moment - previous) / ${sqlDouble(step)} - 0.25) - 1), 0) AS n ${missing}`,
  )
  if (n === 0) return { changes: [], notes: [] }
  if (n > INSERTED_MAX) {
    const note = `No missing times were added: ${count(n)} are missing in \`${time.name}\`, and at most ${count(INSERTED_MAX)} can be added. Aggregate the table first.`
    return { changes: [], notes: [note] }
  }
  const next = months
    ? `epoch(${timestampSql('previous')} + to_days(${shift}) + to_months((i * ${months})::INTEGER) - to_days(${shift}))`
    : `previous + i * ${sqlDouble(step)}`
  const moments = `unnest(list_transform(range(1, ceil((moment - previous) / ${sqlDouble(step)} - 0.25)::BIGINT), i -> ${next}))`
  const names = columns.map((column) => {
    if (column === time) return `${timestampSql('instant')}::${time.type} AS ${sqlName(time.name)}`
    return `${column === key ? 'key' : 'NULL'} AS ${sqlName(column.name)}`
  })
  const added = `SELECT above AS ${ROW}, ${names.join(', ')} FROM (SELECT key, above, ${moments} AS instant ${missing})`
  await orderSeries(engine, `(SELECT ${ROW}, ${sqlNames(columns)} FROM series UNION ALL ${added})`, series)
  const sentence = `${plural(n, 'row')} ${n === 1 ? 'was' : 'were'} added for missing times (interval: ${months ? plural(months, 'month') : stepWords(step)}).`
  return { changes: [{ what: 'missing times', count: n, sentence }], notes: [] }
}

/**
 * Returns a query for the series and time of each row, the row number of the row above, and the time of the row above
 * if it belongs to the same series.
 */
function consecutiveSql(series: Series): string {
  const moment = momentSql(series)
  const key = keySql(series)
  return `SELECT key, moment, above, CASE WHEN key IS NOT DISTINCT FROM before_key THEN before END AS previous FROM (
    SELECT ${key} AS key, ${moment} AS moment, lag(${ROW}) OVER () AS above,
      lag(${moment}) OVER () AS before, lag(${key}) OVER () AS before_key FROM series)`
}

function timestampSql(seconds: string): string {
  return `make_timestamp(TRY_CAST(${seconds} * 1000000 AS BIGINT))`
}

/** Mean length of a month in seconds. */
const MONTH = 2_629_746

function placeSql(time: string): string {
  return `strftime(${time}, '%d %H:%M:%S.%f')`
}

/** Returns SQL that is true if all times, shifted by a number of days, have the same place in their months. */
function haveOnePlaceSql(shift: number): string {
  const [earlier, later] = ['earlier', 'later'].map((time) => placeSql(`${time} + to_days(${shift})`))
  return `bool_and(${earlier} = ${later}) AND min(${earlier}) = max(${earlier})`
}

/**
 * Returns the usual interval between the first rows, in months. Undefined unless at least half of the intervals between
 * these rows have this length, and all times have the same time of day, and the same day of the month or the last day
 * of their month. In the latter case, months must be added to the following day, so `shift` is 1 instead of 0.
 */
async function usualMonths(engine: Engine, series: Series): Promise<{ months: number; shift: number } | undefined> {
  const [usual] = await engine.rows<{ months: number; shift: number }>(
    `WITH steps AS (SELECT ${timestampSql('previous')} AS earlier, ${timestampSql('moment')} AS later
       FROM (${consecutiveSql(series)} LIMIT ${SAMPLE_ROWS}) WHERE moment > previous),
     shifts AS (SELECT CASE WHEN ${haveOnePlaceSql(0)} THEN 0 WHEN ${haveOnePlaceSql(1)} THEN 1 END AS shift FROM steps)
     SELECT date_diff('month', earlier, later)::DOUBLE AS months, shift FROM steps, shifts WHERE shift IS NOT NULL
     GROUP BY ALL HAVING count(*) >= (SELECT count(*) / 2 FROM steps)
     ORDER BY months LIMIT 1`,
  )
  return usual
}

/**
 * Returns the most frequent interval between the first rows, in seconds. Undefined unless at least half of the
 * intervals between these rows have this length.
 */
async function usualStep(engine: Engine, series: Series): Promise<number | undefined> {
  const [usual] = await engine.rows<{ step: number; share: number }>(
    `SELECT step, count(*) / sum(count(*)) OVER () AS share FROM (
       SELECT round(moment - previous, 3) AS step FROM (${consecutiveSql(series)} LIMIT ${SAMPLE_ROWS}))
     WHERE step > 0 GROUP BY step ORDER BY count(*) DESC LIMIT 1`,
  )
  return usual && usual.share >= 0.5 ? usual.step : undefined
}

function stepWords(seconds: number): string {
  if (seconds % 86_400 === 0) return plural(seconds / 86_400, 'day')
  if (seconds % 3600 === 0) return plural(seconds / 3600, 'hour')
  return seconds % 60 === 0 ? plural(seconds / 60, 'minute') : `${seconds} s`
}

export interface FillRules {
  method: 'linear' | 'previous'
  /** Maximum number of consecutive empty cells that are filled. */
  longest: number
  columns: readonly TableColumn[]
}

/**
 * Fills short gaps in number columns of the table `series`. Gaps longer than `longest` stay empty. Returns the changes.
 */
export async function fillGaps(engine: Engine, series: Series, rules: FillRules): Promise<Change[]> {
  const changes: Change[] = []
  for (const column of rules.columns) {
    const name = sqlName(column.name)
    const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM series WHERE ${name} IS NULL`)
    if (n > 0) changes.push(...(await fillColumn(engine, series, { column, rules })))
  }
  return changes
}

async function fillColumn(
  engine: Engine,
  series: Series,
  { column, rules }: { column: TableColumn; rules: FillRules },
): Promise<Change[]> {
  await engine.run(
    `CREATE OR REPLACE TABLE fills (place BIGINT, value ${rules.method === 'linear' ? 'DOUBLE' : column.type})`,
  )
  for (const { seen, own } of await seriesChunks(engine, rules.longest + 1)) {
    await engine.run(`INSERT INTO fills ${fillSql(series, { column, rules, seen, own })}`)
  }
  const { n } = await engine.row<{ n: number }>('SELECT count(*) AS n FROM fills')
  if (n === 0) return []
  const name = sqlName(column.name)
  if (rules.method === 'linear') await makeRoomForFractions(engine, column)
  await engine.run(`UPDATE series SET ${name} = fills.value FROM fills WHERE fills.place = series.rowid`)
  const how = rules.method === 'linear' ? 'interpolated' : 'filled with the preceding value'
  const sentence = `Column \`${column.name}\`: ${plural(n, 'missing value')} ${n === 1 ? 'was' : 'were'} ${how} (gaps of up to ${plural(rules.longest, 'row')}).`
  return [{ what: 'filled gaps', column: column.name, count: n, sentence }]
}

const INTEGERS = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/
/** Integers up to this value are represented exactly as DOUBLE. */
const EXACT_MAX = 2 ** 53

/**
 * Converts an integer column to DOUBLE if interpolation has yielded fractions, unless that would change existing
 * values.
 */
async function makeRoomForFractions(engine: Engine, { name, type }: TableColumn): Promise<void> {
  if (!INTEGERS.test(type)) return
  const { isNeeded } = await engine.row<{ isNeeded: boolean }>(
    `SELECT bool_or(value <> trunc(value)) AND (SELECT max(abs(${sqlName(name)}::DOUBLE)) FROM series) < ${EXACT_MAX} AS "isNeeded" FROM fills`,
  )
  if (isNeeded) await engine.run(`ALTER TABLE series ALTER ${sqlName(name)} TYPE DOUBLE`)
}

interface FillChoice {
  column: TableColumn
  rules: FillRules
  seen: string
  own: string
}

/**
 * Returns SQL that fills an empty cell if there are values within reach on both sides, so longer gaps stay empty. The
 * method `previous` copies values without converting them to DOUBLE, which cannot represent every integer.
 */
function fillSql(series: Series, { column, rules, seen, own }: FillChoice): string {
  const isLinear = rules.method === 'linear'
  const value = isLinear ? `${sqlName(column.name)}::DOUBLE` : sqlName(column.name)
  const reach = rules.longest + 1
  const known = (what: string) => `CASE WHEN ${value} IS NOT NULL THEN ${what} END`
  const before = (what: string) => `last_value(${known(what)} IGNORE NULLS) OVER preceding`
  const after = (what: string) => `first_value(${known(what)} IGNORE NULLS) OVER following`
  const partition = `PARTITION BY ${keySql(series)} ORDER BY rowid ROWS BETWEEN`
  const moment = momentSql(series)
  const between = 'v0 + (v1 - v0) * (moment - m0) / nullif(m1 - m0, 0)'
  const linear = `CASE WHEN TRY_CAST(${between} AS ${column.type}) IS NOT NULL THEN ${between} END`
  return `SELECT ${PLACE}, ${isLinear ? linear : 'v0'} AS filled FROM (
    SELECT rowid AS ${PLACE}, ${value} AS value, ${moment} AS moment,
      ${before(value)} AS v0, ${before(moment)} AS m0, ${before('rowid')} AS p0,
      ${after(value)} AS v1, ${after(moment)} AS m1, ${after('rowid')} AS p1
    FROM series WHERE ${seen}
    WINDOW preceding AS (${partition} ${reach} PRECEDING AND CURRENT ROW),
      following AS (${partition} CURRENT ROW AND ${reach} FOLLOWING))
    WHERE ${own} AND value IS NULL AND p1 - p0 - 1 <= ${rules.longest} AND filled IS NOT NULL`
}
