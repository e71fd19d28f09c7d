import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import type { StepContext } from '@millrace/worker-sdk'

/**
 * Returns a query in which durations, such as the difference of two times, are converted to seconds. Otherwise, other
 * programs would show durations in Parquet files as bytes, and neither steps nor spreadsheets could compute with them.
 */
export async function inSeconds(
  engine: Engine,
  { from, log, only }: { from: string; log: Pick<StepContext<unknown>['log'], 'info'>; only?: readonly string[] },
): Promise<string> {
  const described = await engine.rows<{ name: string; type: string }>(
    `SELECT column_name AS name, column_type AS type FROM (DESCRIBE SELECT * FROM ${from})`,
  )
  const durations = described.filter(({ name, type }) => type === 'INTERVAL' && (only?.includes(name) ?? true))
  if (durations.length === 0) return from
  log.info(`Durations are written in seconds: ${durations.map(({ name }) => `\`${name}\``).join(', ')}.`)
  const seconds = durations.map(({ name }) => `epoch(${sqlName(name)}) AS ${sqlName(name)}`)
  return `(SELECT * REPLACE (${seconds.join(', ')}) FROM ${from})`
}
