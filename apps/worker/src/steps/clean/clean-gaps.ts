import type { Engine } from '@millrace/tables/engine'
import { count, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'
import type { Change } from './clean-report.ts'
import { keySql, momentSql, orderSeries, PLACE, type Series, seriesChunks } from './series.ts'

const INSERTED_MAX = 20_000_000
const SAMPLE_ROWS = 200_000

/** Adds a row for every time that a regular series leaves out, with nothing but its time and its series. */
export async function insertMissingTimes(
  engine: Engine,
  series: Series,
): Promise<{ changes: Change[]; notes: string[] }> {
  const { time, key, columns } = series
  if (!time) return { changes: [], notes: ['No column of times was found, so no missing times were looked for.'] }
  const step = await usualStep(engine, series)
  if (!step) return { changes: [], notes: [`The times in \`${time.name}\` are not regular, so none were added.`] }
  const missing = `FROM (SELECT key, moment, previous FROM (${consecutiveSql(series)}) WHERE moment - previous > 1.5 * ${step})`
  const { n } = await engine.row<{ n: number }>(
    `SELECT coalesce(sum(ceil((moment - previous) / ${step} - 0.25) - 1), 0) AS n ${missing}`,
  )
  if (n === 0) return { changes: [], notes: [] }
  if (n > INSERTED_MAX) {
    const note = `Between the times in \`${time.name}\` ${count(n)} are missing, too many to add. Aggregate the table first, or leave them out.`
    return { changes: [], notes: [note] }
  }
  const moments = `unnest(list_transform(range(1, ceil((moment - previous) / ${step} - 0.25)::BIGINT), i -> previous + i * ${step}))`
  const names = columns.map((column) => {
    if (column === time) return `make_timestamp((instant * 1000000)::BIGINT)::${time.type} AS ${sqlName(time.name)}`
    return `${column === key ? 'key' : 'NULL'} AS ${sqlName(column.name)}`
  })
  const added = `SELECT NULL AS ${ROW}, ${names.join(', ')} FROM (SELECT key, ${moments} AS instant ${missing})`
  await orderSeries(engine, `(SELECT ${ROW}, ${sqlNames(columns)} FROM series UNION ALL ${added})`, series)
  const sentence = `${plural(n, 'row')} ${n === 1 ? 'was' : 'were'} added for times that were left out, one every ${stepWords(step)}.`
  return { changes: [{ what: 'missing times', count: n, sentence }], notes: [] }
}

/** Each row's moment and that of the row before it in the same series. */
function consecutiveSql(series: Series): string {
  const moment = momentSql(series)
  const key = keySql(series)
  return `SELECT key, moment, CASE WHEN key IS NOT DISTINCT FROM before_key THEN before END AS previous FROM (
    SELECT ${key} AS key, ${moment} AS moment, lag(${moment}) OVER () AS before, lag(${key}) OVER () AS before_key FROM series)`
}

/** The usual seconds from one time to the next, if at least half of all steps are that long. */
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
  /** Longest run of empty cells that is filled. */
  longest: number
  columns: readonly TableColumn[]
}

/** Fills short runs of empty number cells in the table `series`; longer gaps stay as they are. */
export async function fillGaps(engine: Engine, series: Series, rules: FillRules): Promise<Change[]> {
  await engine.run('CREATE TABLE fills (place BIGINT, name VARCHAR, value DOUBLE)')
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
  for (const { seen, own } of await seriesChunks(engine, rules.longest + 1)) {
    await engine.run(`INSERT INTO fills ${fillSql(series, { column, rules, seen, own })}`)
  }
  const ofColumn = `name = ${sqlText(column.name)}`
  const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM fills WHERE ${ofColumn}`)
  if (n === 0) return []
  const name = sqlName(column.name)
  await engine.run(
    `UPDATE series SET ${name} = (fills.value)::${column.type} FROM fills WHERE fills.place = series.rowid AND fills.${ofColumn}`,
  )
  const how = rules.method === 'linear' ? 'interpolated' : 'filled with the value before'
  const sentence = `Column \`${column.name}\`: ${plural(n, 'missing value')} ${n === 1 ? 'was' : 'were'} ${how} (gaps of up to ${plural(rules.longest, 'row')}).`
  return [{ what: 'filled gaps', column: column.name, count: n, sentence }]
}

interface FillChoice {
  column: TableColumn
  rules: FillRules
  seen: string
  own: string
}

/** For each empty cell the nearest values on both sides within reach; a gap longer than the limit has none or too far. */
function fillSql(series: Series, { column, rules, seen, own }: FillChoice): string {
  const value = `${sqlName(column.name)}::DOUBLE`
  const reach = rules.longest + 1
  const known = (what: string) => `CASE WHEN ${value} IS NOT NULL THEN ${what} END`
  const before = (what: string) => `last_value(${known(what)} IGNORE NULLS) OVER before`
  const behind = (what: string) => `first_value(${known(what)} IGNORE NULLS) OVER behind`
  const partition = `PARTITION BY ${keySql(series)} ORDER BY rowid ROWS BETWEEN`
  const moment = momentSql(series)
  const linear = 'v0 + (v1 - v0) * (moment - m0) / nullif(m1 - m0, 0)'
  return `SELECT ${PLACE}, ${sqlText(column.name)}, ${rules.method === 'linear' ? linear : 'v0'} AS filled FROM (
    SELECT rowid AS ${PLACE}, ${value} AS value, ${moment} AS moment,
      ${before(value)} AS v0, ${before(moment)} AS m0, ${before('rowid')} AS p0,
      ${behind(value)} AS v1, ${behind(moment)} AS m1, ${behind('rowid')} AS p1
    FROM series WHERE ${seen}
    WINDOW before AS (${partition} ${reach} PRECEDING AND CURRENT ROW),
      behind AS (${partition} CURRENT ROW AND ${reach} FOLLOWING))
    WHERE ${own} AND value IS NULL AND p1 - p0 - 1 <= ${rules.longest} AND filled IS NOT NULL`
}
