import type { Engine } from './engine.ts'

/** Maximum number of series. A column with more distinct values is unlikely to distinguish series. */
const SERIES_MAX = 60
/**
 * Times count as unique if the number of distinct times exceeds this fraction of the number of rows. The same applies
 * to pairs of a value and a time. The fraction is below 1, because counts are estimates, and some rows may be
 * duplicates.
 */
const NEARLY_ALL = 0.7

interface SeriesOptions {
  /** The SQL that follows `SELECT … FROM`. */
  from: string
  /** SQL for the time of a row. */
  time: string
  /** SQL for the columns that may distinguish the series. */
  columns: readonly string[]
}

interface FoundSeries {
  /** Whether times are repeated so often that they don’t identify rows. */
  repeats: boolean
  /** The position of the column that distinguishes the series. */
  at: number | undefined
  /** The positions of columns with few distinct values, if the times alone are unique. */
  few: number[]
  /** Per column: the estimated number of distinct values, and whether column and time together identify each row. */
  columns: { values: number; identifies: boolean }[]
}

/**
 * Finds the column that distinguishes the series in one table, such as the station: a column with few distinct values
 * that together with the time identifies each row. No column is chosen if the times alone are unique.
 */
export async function findSeries(engine: Engine, { from, time, columns }: SeriesOptions): Promise<FoundSeries> {
  const counts = columns.flatMap((column, at) => [
    `approx_count_distinct(${column}) AS values_${at}`,
    `approx_count_distinct(hash(${column}, ${time})) AS pairs_${at}`,
  ])
  const times = `approx_count_distinct(${time}) AS times`
  const row = await engine.row<Record<string, number>>(
    `SELECT ${['count(*) AS rows', times, ...counts].join(', ')} FROM ${from}`,
  )
  const rows = row.rows ?? 0
  const repeats = (row.times ?? 0) <= rows * NEARLY_ALL
  const found = columns.map((_, at) => {
    const pairs = row[`pairs_${at}`] ?? 0
    return { at, values: row[`values_${at}`] ?? 0, pairs, identifies: pairs > rows * NEARLY_ALL }
  })
  const isFew = ({ values }: { values: number }) => values >= 2 && values <= SERIES_MAX && values * 2 <= rows
  const ranked = found
    .filter(({ values, identifies }) => values >= 2 && values <= SERIES_MAX && identifies)
    .toSorted((a, b) => b.pairs - a.pairs)
  const few = repeats ? [] : found.filter(isFew).map(({ at }) => at)
  return { repeats, at: repeats ? ranked[0]?.at : undefined, few, columns: found }
}
