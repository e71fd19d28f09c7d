import pg from 'pg'
import type { Latency } from './latency-subjects.ts'
import { peerPackage } from './peer-package.ts'

interface GraphileWorker {
  run(options: object): Promise<{ addJob(name: string, payload: object): Promise<unknown>; stop(): Promise<void> }>
}

export const graphileWorker = () =>
  peerPackage<GraphileWorker>('graphile-worker', ['graphile-worker@0.18.0'], 'dist/index.js')

export const QUIET = { scope: () => QUIET, error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

/** Measures graphile-worker on the same PostgreSQL, from addJob to the start of the task. */
export async function graphilePeer(connectionString: string): Promise<Latency> {
  const { run } = await graphileWorker()
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let called = () => {}
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: QUIET,
    taskList: { nothing: () => called() },
  })
  return {
    async once() {
      const ran = new Promise<void>((resolve) => {
        called = resolve
      })
      const begun = performance.now()
      await runner.addJob('nothing', {})
      await ran
      return performance.now() - begun
    },
    async close() {
      await runner.stop()
      await pool.end()
    },
  }
}
