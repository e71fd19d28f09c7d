import pg from 'pg'
import { graphileWorker, QUIET } from './latency-peers.ts'
import { CONNECTIONS } from './throughput-subjects.ts'

interface Helpers {
  query<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<T>>
}

/**
 * Measures a fan-out in graphile-worker with its local queue and batched completions. Each task decrements a counter.
 * The task that reaches zero adds the task that follows the fan-in. `run` returns how many milliseconds pass until that
 * task runs.
 */
export async function graphileFanOut(url: string) {
  const { run } = await graphileWorker()
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS + 4 })
  pool.on('error', () => {})
  await pool.query('create table fan_out (id integer primary key, remaining integer)')
  let ended = () => {}
  const end = () => ended()
  const count = async (id: unknown, { query }: Helpers) => {
    const text = 'update fan_out set remaining = remaining - 1 where id = $1 returning remaining'
    const { rows } = await query<{ remaining: number }>(text, [id])
    if (rows[0]?.remaining === 0) await query(`select graphile_worker.add_job('end', '{}'::json)`, [])
  }
  const runner = await run({
    pgPool: pool,
    concurrency: CONNECTIONS * 2,
    noHandleSignals: true,
    logger: QUIET,
    taskList: { count, end },
    preset: { worker: { localQueue: { size: 100 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  let executions = 0
  return {
    async run(items: number): Promise<number> {
      const reached = new Promise<void>((resolve) => {
        ended = resolve
      })
      const begun = performance.now()
      executions += 1
      await pool.query(
        `with added as (insert into fan_out values ($1, $2))
         select graphile_worker.add_job('count', to_json($1::integer)) from generate_series(1, $2)`,
        [executions, items],
      )
      await reached
      return performance.now() - begun
    },
    async close() {
      await runner.stop()
      await pool.end()
    },
  }
}
