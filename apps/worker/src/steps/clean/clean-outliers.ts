import type { Engine } from '@millrace/tables/engine'
import { plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { TableColumn } from '@millrace/tables/table'
import { type Change, EXAMPLES } from './clean-report.ts'
import { keySql, PLACE, type Series, seriesChunks } from './series.ts'

export interface OutlierRules {
  method: 'hampel' | 'iqr'
  threshold: number
  /** Values on each side that a value is compared with. */
  neighbours: number
  action: 'remove' | 'flag'
  columns: readonly TableColumn[]
}

/** What a spread of 0 counts as: this share of the middle half of all values. Else still water would be all outliers. */
const LEAST_SPREAD = 0.01
const MANY_SERIES = 200

/** Finds outliers in the table `series` and makes them empty, or marks them in a column of their own. */
export async function treatOutliers(engine: Engine, series: Series, rules: OutlierRules): Promise<Change[]> {
  await engine.run('CREATE TABLE outliers (place BIGINT, name VARCHAR, key VARCHAR, value DOUBLE, expected DOUBLE)')
  for (const column of rules.columns) {
    await (rules.method === 'hampel' ? findByNeighbours : findByQuartiles)(engine, series, { column, rules })
  }
  const changes: Change[] = []
  for (const column of rules.columns) changes.push(...(await changeOf(engine, series, { column, rules })))
  for (const column of rules.columns) await apply(engine, column, rules.action)
  return changes
}

interface Choice {
  column: TableColumn
  rules: OutlierRules
}

/** Hampel: a value is an outlier when it is further from the median of its neighbours than these usually are. */
async function findByNeighbours(engine: Engine, series: Series, { column, rules }: Choice): Promise<void> {
  const value = `${sqlName(column.name)}::DOUBLE`
  const frame = `PARTITION BY ${keySql(series)} ORDER BY rowid ROWS BETWEEN ${rules.neighbours} PRECEDING AND ${rules.neighbours} FOLLOWING`
  await quartiles(engine, series, value)
  for (const { seen, own } of await seriesChunks(engine, rules.neighbours)) {
    await engine.run(
      `INSERT INTO outliers
       SELECT ${PLACE}, ${sqlText(column.name)}, w.key, value, w.middle FROM (
         SELECT rowid AS ${PLACE}, ${keySql(series)} AS key, ${value} AS value,
           median(${value}) OVER neighbours AS middle, mad(${value}) OVER neighbours AS spread
         FROM series WHERE ${seen} WINDOW neighbours AS (${frame})) w
       JOIN quartiles q ON w.key IS NOT DISTINCT FROM q.key
       WHERE ${own} AND abs(value - w.middle) > ${rules.threshold} * 1.4826 * greatest(spread, ${LEAST_SPREAD} * (q.high - q.low))`,
    )
  }
}

/** A value is an outlier when it is far outside the middle half of all values of its series. */
async function findByQuartiles(engine: Engine, series: Series, { column, rules }: Choice): Promise<void> {
  const value = `${sqlName(column.name)}::DOUBLE`
  await quartiles(engine, series, value)
  await engine.run(
    `INSERT INTO outliers
     SELECT s.place, ${sqlText(column.name)}, q.key, s.value, q.middle
     FROM (SELECT rowid AS place, ${keySql(series)} AS key, ${value} AS value FROM series) s
     JOIN quartiles q ON s.key IS NOT DISTINCT FROM q.key
     WHERE high > low AND (value < low - ${rules.threshold} * (high - low) OR value > high + ${rules.threshold} * (high - low))`,
  )
}

/** Of few series they are estimated; of many, each is short enough to be computed. */
async function quartiles(engine: Engine, series: Series, value: string): Promise<void> {
  const { keys } = await engine.row<{ keys: number }>(
    `SELECT approx_count_distinct(${keySql(series)}) AS keys FROM series`,
  )
  const quantile = keys > MANY_SERIES ? 'quantile_cont' : 'approx_quantile'
  await engine.run(
    `CREATE OR REPLACE TABLE quartiles AS SELECT key, q[1] AS low, q[2] AS middle, q[3] AS high FROM (
       SELECT ${keySql(series)} AS key, ${quantile}(${value}, [0.25, 0.5, 0.75]) AS q FROM series GROUP BY 1)`,
  )
}

async function changeOf(engine: Engine, { time }: Series, { column, rules }: Choice): Promise<Change[]> {
  const ofColumn = `name = ${sqlText(column.name)}`
  const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM outliers WHERE ${ofColumn}`)
  if (n === 0) return []
  const timeSql = time ? `strftime(s.${sqlName(time.name)}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S')` : 'NULL'
  const first = await engine.rows<NonNullable<Change['first']>[number]>(
    `SELECT ${timeSql} AS time, nullif(o.key, '') AS series, o.value AS "from", ${rules.action === 'remove' ? 'NULL' : 'o.value'} AS "to"
     FROM outliers o JOIN series s ON s.rowid = o.place WHERE o.${ofColumn} ORDER BY o.place LIMIT ${EXAMPLES}`,
  )
  const done =
    rules.action === 'remove' ? 'became empty' : `${n === 1 ? 'is' : 'are'} marked in \`${flagName(column)}\``
  const sentence = `Column \`${column.name}\`: ${plural(n, 'outlier')} ${done}.`
  return [{ what: 'outliers', column: column.name, count: n, sentence, first }]
}

/** The column that marks the outliers of another one. */
export function flagName({ name }: TableColumn): string {
  return `${name}_outlier`
}

async function apply(engine: Engine, column: TableColumn, action: OutlierRules['action']): Promise<void> {
  const places = `SELECT place FROM outliers WHERE name = ${sqlText(column.name)}`
  if (action === 'flag') {
    await engine.run(`ALTER TABLE series ADD COLUMN ${sqlName(flagName(column))} BOOLEAN DEFAULT false`)
    await engine.run(`UPDATE series SET ${sqlName(flagName(column))} = true WHERE rowid IN (${places})`)
  } else await engine.run(`UPDATE series SET ${sqlName(column.name)} = NULL WHERE rowid IN (${places})`)
}
