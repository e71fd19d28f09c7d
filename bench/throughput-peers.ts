import pg from 'pg'
import type { Database } from '../packages/db/src/connect.ts'
import type { Queue } from '../packages/dispatch/src/boss.ts'
import { graphileWorker, QUIET } from './latency-peers.ts'
import { peerPackage } from './peer-package.ts'
import { CONNECTIONS, type Throughput, timed } from './throughput-subjects.ts'

/** Measures graphile-worker: with one job per query, or with its local queue and batched completions if `isBatched`. */
export async function graphileThroughput(url: string, isBatched: boolean): Promise<Throughput> {
  const { run } = await graphileWorker()
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS + 4 })
  pool.on('error', () => {})
  let left = 0
  let done = () => {}
  const nothing = () => {
    left -= 1
    if (left === 0) done()
  }
  const batches = { localQueue: { size: 100 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
  const options = {
    pgPool: pool,
    concurrency: CONNECTIONS * 2,
    noHandleSignals: true,
    logger: QUIET,
    taskList: { nothing },
  }
  const start = () => run({ ...options, ...(isBatched && { preset: { worker: batches } }) })
  await (await start()).stop()
  return {
    async run(count) {
      left = count
      const finished = new Promise<void>((resolve) => {
        done = resolve
      })
      const create = await timed(() =>
        pool.query(`select graphile_worker.add_job('nothing', '{}'::json) from generate_series(1, $1)`, [count]),
      )
      const work = await timed(async () => {
        const runner = await start()
        await finished
        await runner.stop()
      })
      return { create, work }
    },
    close: () => pool.end(),
  }
}

/** Measures pg-boss with fetch and complete, 25 jobs at a time. It has as many connections as Millrace. */
export async function pgBossThroughput(boss: Queue, { pool }: Database): Promise<Throughput> {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  await boss.createQueue('nothing')
  const workOff = async () => {
    for (;;) {
      const jobs = await boss.fetch('nothing', { batchSize: 25, db })
      if (jobs.length === 0) return
      const ids = jobs.map((job) => job.id)
      await boss.complete('nothing', ids, null, { db })
    }
  }
  return {
    async run(count) {
      const messages = Array.from({ length: count }, () => ({ data: {} }))
      const create = await timed(() => boss.insert('nothing', messages, { db }))
      return { create, work: await timed(() => Promise.all(Array.from({ length: CONNECTIONS }, workOff))) }
    },
    close: async () => {},
  }
}

interface Bull {
  createPostgresBackend: unknown
  Queue: new (
    name: string,
    options: object,
    backend: unknown,
  ) => { addBulk(jobs: object[]): Promise<unknown>; waitUntilReady(): Promise<unknown>; close(): Promise<void> }
  Worker: new (
    name: string,
    work: () => Promise<void>,
    options: object,
    backend: unknown,
  ) => { on(event: string, listener: () => void): void; run(): Promise<void>; close(): Promise<void> }
}

/**
 * Measures BullMQ with its PostgreSQL backend. Its worker runs as many jobs at a time as other subjects have
 * connections.
 */
export async function bullThroughput(url: string): Promise<Throughput> {
  const bull = await peerPackage<Bull>('bullmq', ['bullmq@6.7.0', 'pg@8.23.1'], 'dist/cjs/index.js')
  const options = { connection: { connectionString: url, migrate: true }, prefix: 'bench' }
  const queue = new bull.Queue('nothing', options, bull.createPostgresBackend)
  await queue.waitUntilReady()
  return {
    async run(count) {
      const create = await timed(() =>
        queue.addBulk(Array.from({ length: count }, () => ({ name: 'nothing', data: {} }))),
      )
      const work = await timed(async () => {
        let left = count
        const settings = { ...options, concurrency: CONNECTIONS * 2, autorun: false }
        const worker = new bull.Worker('nothing', async () => {}, settings, bull.createPostgresBackend)
        worker.on('error', () => {})
        await new Promise<void>((resolve) => {
          worker.on('completed', () => {
            left -= 1
            if (left === 0) resolve()
          })
          void worker.run()
        })
        await worker.close()
      })
      return { create, work }
    },
    close: () => queue.close(),
  }
}
