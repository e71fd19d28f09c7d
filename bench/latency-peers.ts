import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { Latency } from './latency-subjects.ts'

const FOLDER = join(homedir(), '.cache', 'millrace-bench', 'graphile-worker')

interface GraphileWorker {
  run(options: object): Promise<{ addJob(name: string, payload: object): Promise<unknown>; stop(): Promise<void> }>
}

/** graphile-worker on the same PostgreSQL, from addJob to the call of its task. Installed on first use. */
export async function graphilePeer(connectionString: string): Promise<Latency> {
  if (!existsSync(join(FOLDER, 'node_modules'))) install()
  const entry = pathToFileURL(join(FOLDER, 'node_modules', 'graphile-worker', 'dist', 'index.js')).href
  const { run } = (await import(entry)) as GraphileWorker
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let called = () => {}
  const quiet = { scope: () => quiet, error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: quiet,
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

function install(): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), '{}')
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', 'graphile-worker@0.18.0'],
    {
      cwd: FOLDER,
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('graphile-worker could not be installed.')
}
