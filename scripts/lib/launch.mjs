import { buildIfNeeded } from './build.mjs'
import { startDatabase } from './database-part.mjs'
import { takeLock } from './lock.mjs'
import { giveUp, say, surviveClosedOutput } from './say.mjs'
import { startServer } from './server-part.mjs'
import { makeDataDirectory, readSettings, requireFreePort } from './settings.mjs'
import { stopOnSignals } from './signals.mjs'
import { supervise } from './supervise.mjs'
import { startWorker } from './worker-part.mjs'

/**
 * Data for starting the parts. Starting the database sets `databaseUrl` for the server.
 * @typedef {object} Context
 * @property {import('./settings.mjs').Settings} settings
 * @property {import('./build.mjs').Programs} programs
 * @property {AbortSignal} signal
 * @property {(part: string, pid: number) => void} note records the process in the lock file, so the next start can stop
 * it after a crash
 * @property {string} [databaseUrl]
 *
 * @typedef {[string, (context: Context) => Promise<import('./child.mjs').Part>]} NamedStart
 */

/** @type {NamedStart[]} */
const PARTS = [
  ['database', startDatabase],
  ['server', startServer],
  ['worker', startWorker],
]

/** Implements `npm start`: builds what changed and runs the product. */
export async function launch() {
  surviveClosedOutput()
  try {
    await run(await buildIfNeeded())
  } catch (error) {
    giveUp(error)
  }
}

/**
 * Starts the parts in order, keeps them running until a signal arrives, and stops them in reverse order.
 * @param {import('./build.mjs').Programs} programs
 * @param {NamedStart[]} more additional parts
 */
export async function run(programs, more = []) {
  const settings = await readSettings(process.env)
  makeDataDirectory(settings.dataDirectory)
  const lock = await takeLock(settings.dataDirectory, settings.url)
  const stop = stopOnSignals()
  /** @type {import('./supervise.mjs').Supervised[]} */
  const running = []
  try {
    await requireFreePort(settings)
    const context = { settings, programs, signal: stop.signal, note: lock.note }
    for (const [name, start] of [...PARTS, ...more]) {
      if (stop.signal.aborted) break
      running.push(await supervise(name, () => start(context), { signal: stop.signal, needs: [...running] }))
    }
    if (!stop.signal.aborted) say('Millrace', 'open', settings.url)
    await aborted(stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    stop.abort()
    for (const part of running.reverse()) await part.stop()
    lock.release()
  }
  say('Millrace', 'stopped')
  process.exit(0)
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function aborted(signal) {
  return new Promise((settle) => {
    if (signal.aborted) settle()
    else signal.addEventListener('abort', () => settle(), { once: true })
  })
}
