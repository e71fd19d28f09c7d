import type { Engine } from '@millrace/tables/engine'
import { count, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type TableColumn } from '@millrace/tables/table'
import type { Change } from './clean-report.ts'

/**
 * Counts the rows of `cells` that are out of order: they have a time, but the row above has a later one or none.
 * Returns a change with this count, or an empty list if it is 0. Takes one pass and almost no memory.
 */
export async function sortChange(engine: Engine, time: TableColumn | undefined): Promise<Change[]> {
  if (!time) return []
  const times = `SELECT ${ROW} AS r, ${sqlName(time.name)} AS t FROM cells`
  const { n, first } = await engine.row<{ n: number; first: number }>(
    `SELECT count(*) AS n, coalesce(min(r), 0) AS first FROM (
       SELECT r, t, lag(r) OVER () AS r_above, lag(t) OVER () AS t_above FROM (${times}))
     WHERE r_above IS NOT NULL AND (t < t_above OR (t_above IS NULL AND t IS NOT NULL))`,
  )
  if (n === 0) return []
  const were = n === 1 ? 'was' : 'were'
  const sentence = `The rows were sorted by \`${time.name}\`; ${plural(n, 'row')} ${were} out of order; the first is row ${count(first)}.`
  return [{ what: 'sorted rows', count: n, sentence }]
}
