import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.mjs'
import { firstLine } from './first-line.mjs'
import { openLog } from './log-file.mjs'
import { reporter } from './report.mjs'
import { Refusal } from './say.mjs'
import { workerUser } from './worker-user.mjs'

const PATIENCE_MS = 10_000

/**
 * Starts the built-in worker. It receives a URL and a key, like any worker, and an empty scratch folder.
 * @param {import('./launch.mjs').Context} context
 */
export async function startWorker({ settings, programs, signal, note }) {
  const log = openLog(join(settings.dataDirectory, 'log', 'worker.log'))
  const folder = emptyFolder(join(settings.dataDirectory, 'worker'))
  const report = reporter('worker', log)
  const ready = firstLine(/is ready: (.*), server /)
  return startChild({
    name: 'The worker',
    command: [process.execPath, ...programs.worker],
    cwd: folder,
    user: workerUser(programs.worker.at(-1) ?? '', folder),
    patience: PATIENCE_MS,
    signal,
    onStart: (pid) => note('worker', pid),
    env: {
      MILLRACE_URL: settings.address,
      MILLRACE_API_KEY: readKey(settings.dataDirectory),
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      STEP_MEMORY_MB: process.env.STEP_MEMORY_MB || undefined,
      STEP_DISK_MB: process.env.STEP_DISK_MB || undefined,
      STEP_PROCESSES: process.env.STEP_PROCESSES || undefined,
      STEP_NETWORK: process.env.STEP_NETWORK || undefined,
    },
    onLine(line, isError) {
      if (ready.see(line)) log.write(line)
      else report(line, isError)
    },
    becomesReady: async () => `${await ready.found}, log in ${log.file}`,
  })
}

/** @param {string} folder */
function emptyFolder(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** @param {string} dataDirectory */
function readKey(dataDirectory) {
  const file = join(dataDirectory, 'worker.key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Refusal(`The server did not write a key for the built-in worker to ${file}. See the server's log.`)
  }
}
