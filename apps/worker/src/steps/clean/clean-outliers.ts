import { distinctNames } from '@millrace/tables/dialect'
import type { Engine } from '@millrace/tables/engine'
import { count, plural } from '@millrace/tables/sentences'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import type { TableColumn } from '@millrace/tables/table'
import { type Change, EXAMPLES } from './clean-report.ts'
import { keySql, PLACE, type Series, seriesChunks } from './series.ts'

export interface OutlierRules {
  method: 'hampel' | 'iqr'
  threshold: number
  /** Half-width of the window: the number of values on each side. */
  window: number
  columns: readonly TableColumn[]
  /** Maps each column to the column that flags its outliers. Omitted if outliers are removed. */
  flags?: ReadonlyMap<string, string>
}

/**
 * Minimum spread, as a fraction of the interquartile range. With a spread of 0, any change after a constant stretch
 * would be an outlier.
 */
const LEAST_SPREAD = 0.01
const MANY_SERIES = 200
/** Share of a column’s values above which removed outliers are probably ordinary values. */
const MANY_OUTLIERS = 0.1
const EXACT_ROWS = 1_000_000

/**
 * Finds outliers in the table `series`. Empties their cells, or flags them in an added column. Returns the changes, and
 * a note for each column that loses many values.
 */
export async function treatOutliers(
  engine: Engine,
  series: Series,
  rules: OutlierRules,
): Promise<{ changes: Change[]; notes: string[] }> {
  await engine.run('CREATE TABLE outliers (place BIGINT, name VARCHAR, key VARCHAR, value DOUBLE, expected DOUBLE)')
  for (const column of rules.columns) {
    await (rules.method === 'hampel' ? findByNeighbors : findByQuartiles)(engine, series, { column, rules })
  }
  const changes: Change[] = []
  for (const column of rules.columns) changes.push(...(await changeOf(engine, series, { column, rules })))
  const notes = rules.flags ? [] : await manyRemovedNotes(engine, changes)
  for (const column of rules.columns) await apply(engine, column, rules.flags?.get(column.name))
  return { changes, notes }
}

/**
 * Warns if a column loses many values, or all except a single value, such as 0 in a column of rain. Must be called
 * before outliers are removed, because it counts all values of a column.
 */
async function manyRemovedNotes(engine: Engine, changes: readonly Change[]): Promise<string[]> {
  const notes: string[] = []
  for (const { column = '', count: n } of changes) {
    const { kept, least, most } = await engine.row<{ kept: number; least: number | null; most: number | null }>(
      `SELECT count(value) AS kept, min(value) AS least, max(value) AS most
       FROM (SELECT rowid AS place, ${sqlName(column)}::DOUBLE AS value FROM series)
       ANTI JOIN (SELECT place FROM outliers WHERE name = ${sqlText(column)}) USING (place)`,
    )
    const values = kept + n
    const removed = `removed as outliers (${count(n)} of ${count(values)})`
    const remedy = 'If they are correct, leave the column out under “Columns for outliers and gaps”'
    if (n > MANY_OUTLIERS * values) {
      const share = Math.round((100 * n) / values)
      notes.push(
        `${share}% of the values of \`${column}\` were ${removed}. ${remedy} or try a higher “Outlier threshold”.`,
      )
    } else if (n > 1 && least === most) {
      notes.push(`All values of \`${column}\` except ${least} were ${removed}. ${remedy}.`)
    }
  }
  return notes
}

interface Choice {
  column: TableColumn
  rules: OutlierRules
}

/** Finds outliers with a Hampel filter: values far from their window’s median, in robust standard deviations (MAD). */
async function findByNeighbors(engine: Engine, series: Series, { column, rules }: Choice): Promise<void> {
  const value = `${sqlName(column.name)}::DOUBLE`
  const frame = `PARTITION BY ${keySql(series)} ORDER BY rowid ROWS BETWEEN ${rules.window} PRECEDING AND ${rules.window} FOLLOWING`
  await quartiles(engine, series, value)
  for (const { seen, own } of await seriesChunks(engine, rules.window)) {
    await engine.run(
      `INSERT INTO outliers
       SELECT ${PLACE}, ${sqlText(column.name)}, w.key, value, w.middle FROM (
         SELECT rowid AS ${PLACE}, ${keySql(series)} AS key, ${value} AS value,
           median(${value}) OVER around AS middle, mad(${value}) OVER around AS spread
         FROM series WHERE ${seen} WINDOW around AS (${frame})) w
       JOIN quartiles q ON w.key IS NOT DISTINCT FROM q.key
       WHERE ${own} AND abs(value - w.middle) > ${sqlDouble(rules.threshold * 1.4826)} * greatest(spread, ${LEAST_SPREAD} * (q.high - q.low))`,
    )
  }
}

/** Finds outliers: values far outside the interquartile range of their series. */
async function findByQuartiles(engine: Engine, series: Series, { column, rules }: Choice): Promise<void> {
  const value = `${sqlName(column.name)}::DOUBLE`
  const reach = `${sqlDouble(rules.threshold)} * (high - low)`
  await quartiles(engine, series, value)
  await engine.run(
    `INSERT INTO outliers
     SELECT s.place, ${sqlText(column.name)}, q.key, s.value, q.middle
     FROM (SELECT rowid AS place, ${keySql(series)} AS key, ${value} AS value FROM series) s
     JOIN quartiles q ON s.key IS NOT DISTINCT FROM q.key
     WHERE high > low AND (value < low - ${reach} OR value > high + ${reach})`,
  )
}

/**
 * Creates the table `quartiles`. Quartiles are estimated only if a large table has few series. With many series, each
 * series is short enough for exact quartiles.
 */
async function quartiles(engine: Engine, series: Series, value: string): Promise<void> {
  const { keys, rows } = await engine.row<{ keys: number; rows: number }>(
    `SELECT approx_count_distinct(${keySql(series)}) AS keys, count(*) AS rows FROM series`,
  )
  const quantile = keys > MANY_SERIES || rows <= EXACT_ROWS ? 'quantile_cont' : 'approx_quantile'
  await engine.run(
    `CREATE OR REPLACE TABLE quartiles AS SELECT key, q[1] AS low, q[2] AS middle, q[3] AS high FROM (
       SELECT ${keySql(series)} AS key, ${quantile}(${value}, [0.25, 0.5, 0.75]) AS q FROM series GROUP BY 1)`,
  )
}

async function changeOf(engine: Engine, { time }: Series, { column, rules }: Choice): Promise<Change[]> {
  const ofColumn = `name = ${sqlText(column.name)}`
  const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM outliers WHERE ${ofColumn}`)
  if (n === 0) return []
  const flag = rules.flags?.get(column.name)
  const timeSql = time ? `strftime(s.${sqlName(time.name)}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S')` : 'NULL'
  const first = await engine.rows<NonNullable<Change['first']>[number]>(
    `SELECT ${timeSql} AS time, nullif(o.key, '') AS series, o.value AS "from", ${flag ? 'o.value' : 'NULL'} AS "to"
     FROM outliers o JOIN series s ON s.rowid = o.place WHERE o.${ofColumn} ORDER BY o.place LIMIT ${EXAMPLES}`,
  )
  const were = n === 1 ? 'was' : 'were'
  const done = flag ? `${were} flagged in \`${flag}\`` : `${were} removed`
  const sentence = `Column \`${column.name}\`: ${plural(n, 'outlier')} ${done}.`
  return [{ what: 'outliers', column: column.name, count: n, sentence, first }]
}

/** Maps each column to the name of its flag column, such as `level` to `level_outlier`. */
export function flagNames({ columns }: Series, flagged: readonly TableColumn[]): Map<string, string> {
  const taken = columns.map(({ name }) => name)
  const names = distinctNames(
    flagged.map(({ name }) => `${name}_outlier`),
    taken,
  )
  return new Map(flagged.map(({ name }, at) => [name, names[at] ?? name]))
}

async function apply(engine: Engine, column: TableColumn, flag: string | undefined): Promise<void> {
  const places = `SELECT place FROM outliers WHERE name = ${sqlText(column.name)}`
  if (flag) {
    await engine.run(`ALTER TABLE series ADD COLUMN ${sqlName(flag)} BOOLEAN DEFAULT false`)
    await engine.run(`UPDATE series SET ${sqlName(flag)} = true WHERE rowid IN (${places})`)
  } else await engine.run(`UPDATE series SET ${sqlName(column.name)} = NULL WHERE rowid IN (${places})`)
}
