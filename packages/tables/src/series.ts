import type { Engine } from './engine.ts'

/** More values of a column are hardly series. */
const SERIES_MAX = 60
/** The share of rows that must differ. Counts are estimates, and some rows may be duplicates. */
const NEARLY_ALL = 0.7

interface SeriesOptions {
  /** What follows SELECT … FROM. */
  from: string
  /** SQL for the time of a row. */
  time: string
  /** SQL for the columns that may distinguish the series. */
  columns: readonly string[]
}

interface FoundSeries {
  /** Most times occur more than once. */
  repeats: boolean
  /** The position of that column. */
  at: number | undefined
  /** Columns with few values, if the times alone are unique. */
  few: number[]
  /** Estimated numbers of values, and whether the column and the time identify each row together. */
  columns: { values: number; identifies: boolean }[]
}

/**
 * Which column distinguishes the series in one table, such as the station: one with few distinct values that identifies
 * each row together with the time. None if the times alone are unique.
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
