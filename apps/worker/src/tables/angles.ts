import { computeAggregates } from '@millrace/tables/aggregates'
import type { Engine } from '@millrace/tables/engine'
import { count, quoted } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { bareSql, missingValueSql } from '@millrace/tables/value-reading'
import { StepError } from '@millrace/worker-sdk'
import { derivedTable } from './derived-table.ts'

/** The letters for the two directions of an axis, positive direction first. */
export type Hemispheres = 'NS' | 'EW'

const FRACTION = '(?:[.,]\\d+)?'
const SIXTIETHS = '[0-5]?\\d'
const [AFTER_DEGREES, AFTER_MINUTES] = ['(?:\\s*[°º:]\\s*|\\s+)', "(?:\\s*['′’:]\\s*|\\s+)"]
const SECONDS_MARK = `\\s*(?:["″”]|''|′′|’’)?`

/**
 * Returns patterns for degrees alone, degrees with minutes, and degrees with minutes and seconds. Their groups are:
 * letter, sign, degrees, minutes, seconds, letter.
 */
function patterns(letters: Hemispheres): string[] {
  const framed = (angle: string) => `([${letters}]?)\\s*([+-]?)${angle}\\s*([${letters}]?)`
  return [
    framed(`(\\d{1,3}${FRACTION})()()\\s*[°º]?`),
    framed(`(\\d{1,3})${AFTER_DEGREES}(${SIXTIETHS}${FRACTION})()\\s*['′’]?`),
    framed(`(\\d{1,3})${AFTER_DEGREES}(${SIXTIETHS})${AFTER_MINUTES}(${SIXTIETHS}${FRACTION})${SECONDS_MARK}`),
  ]
}

/** Returns SQL for the degrees of an angle such as `50°56'33"N`, `50 56.55 N` or `-7.5`. Null for other text. */
function degreesSql(column: string, letters: Hemispheres): string {
  const cell = `upper(${bareSql(sqlName(column))})`
  const cases = patterns(letters).map((pattern) => {
    const group = (at: number) => `regexp_extract(${cell}, ${sqlText(`^${pattern}$`)}, ${at})`
    const number = (at: number) => `coalesce(TRY_CAST(replace(${group(at)}, ',', '.') AS DOUBLE), 0)`
    const signs = `concat(${group(1)}, ${group(2)}, ${group(6)})`
    const sign = `CASE WHEN regexp_full_match(${signs}, '[${letters[1]}-]') THEN -1 ELSE 1 END`
    const degrees = `round((${number(3)} * 3600 + ${number(4)} * 60 + ${number(5)}) / 3600, 10)`
    return `WHEN regexp_full_match(${cell}, ${sqlText(pattern)}) AND length(${signs}) <= 1 THEN ${degrees} * ${sign}`
  })
  return `CASE ${cases.join(' ')} END`
}

/**
 * Returns the table with a column of angles, such as `50°56'33"N`, converted to numbers. Undefined if the column has no
 * angles, or mostly other text. Throws an error for other text in a column of angles.
 */
export async function withDegrees(
  engine: Engine,
  table: Table,
  { column, letters }: { column: TableColumn; letters: Hemispheres },
): Promise<{ table: Table; column: TableColumn } | undefined> {
  if (column.type !== 'VARCHAR') return undefined
  const [name, value] = [sqlName(column.name), degreesSql(column.name, letters)]
  const isMarked = `regexp_matches(upper(${bareSql(name)}), '[${letters}°º:]|\\d\\s+\\d')`
  const isOdd = `${name} IS NOT NULL AND NOT ${missingValueSql(name)} AND (${value}) IS NULL`
  const figures = await computeAggregates(engine, table.view, {
    numbers: { angles: `count_if((${value}) IS NOT NULL AND ${isMarked})`, odd: `count_if(${isOdd})` },
  })
  const [angles, odd] = [figures.number('angles') ?? 0, figures.number('odd') ?? 0]
  if (angles === 0 || odd > angles) return undefined
  if (odd > 0) await refuseOdd(engine, table, { column, isOdd, odd, letters })
  const sql = `SELECT * REPLACE (${value} AS ${name}) FROM ${table.numbered}`
  const read: TableColumn = { name: column.name, kind: 'number', type: 'DOUBLE' }
  const columns = table.columns.map((one) => (one === column ? read : one))
  return { table: await derivedTable(engine, table, { prefix: 'angles', sql, columns }), column: read }
}

async function refuseOdd(
  engine: Engine,
  table: Table,
  { column, isOdd, odd, letters }: { column: TableColumn; isOdd: string; odd: number; letters: Hemispheres },
): Promise<never> {
  const first = await engine.row<{ row: number; value: string }>(
    `SELECT ${ROW} AS row, ${sqlName(column.name)} AS value FROM ${table.numbered} WHERE ${isOdd} ORDER BY 1 LIMIT 1`,
  )
  const more = odd > 1 ? ` (and ${count(odd - 1)} more like it)` : ''
  const example = letters === 'NS' ? `50°56'33"N or 50 56.55 N` : `6°57'30"E or 6 57.5 E`
  throw new StepError(
    `Column \`${column.name}\` of ${table.name} has ${quoted(first.value)} in row ${count(first.row)}${more}, which is not an angle such as ${example}. Correct the file, or empty such cells.`,
  )
}
