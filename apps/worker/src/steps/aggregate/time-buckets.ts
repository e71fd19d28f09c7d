import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'

/** Intervals that rows can be grouped by, in seconds, shortest first. */
export const BUCKETS = {
  minute: 60,
  '15 minutes': 900,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  quarter: 7_889_400,
  year: 31_557_600,
} as const

export type Bucket = keyof typeof BUCKETS

const BUCKETS_WANTED = 120

/**
 * Returns the shortest interval that yields a readable number of rows. The interval is at most a year and, for dates,
 * at least a day.
 */
export async function fittingBucket(engine: Engine, table: Table, time: TableColumn): Promise<Bucket> {
  const name = sqlName(time.name)
  const { seconds } = await engine.row<{ seconds: number | null }>(
    `SELECT epoch(max(${name})::TIMESTAMP) - epoch(min(${name})::TIMESTAMP) AS seconds FROM ${table.view}`,
  )
  const all = Object.entries(BUCKETS) as [Bucket, number][]
  const lengths = time.type === 'DATE' ? all.filter(([, length]) => length >= BUCKETS.day) : all
  return lengths.find(([, length]) => (seconds ?? 0) / length <= BUCKETS_WANTED)?.[0] ?? 'year'
}

/** Returns SQL for the start of the interval that contains a time. */
export function bucketSql(time: TableColumn, bucket: Bucket): string {
  const moment = `${sqlName(time.name)}::TIMESTAMP`
  if (bucket === '15 minutes') return `time_bucket(INTERVAL '15 minutes', ${moment})`
  const start = `date_trunc('${bucket}', ${moment})`
  return BUCKETS[bucket] >= BUCKETS.day ? `${start}::DATE` : start
}
