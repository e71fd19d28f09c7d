import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isStill, stopGroup } from './processes.mjs'
import { Refusal, say } from './say.mjs'

/*
 * Ensures that only one launcher uses a data directory. The lock file identifies the launcher and its processes. A
 * launcher acquires the lock by hard-linking a complete file to the lock's name, which succeeds for only one process.
 * If the lock is stale (kill -9, power failure), the next launcher moves it aside, stops the processes that the dead
 * launcher left running, and tries again. If several launchers start at the same time, only one of them moves it.
 */

/**
 * @typedef {import('./processes.mjs').Identity} Identity
 * @typedef {{ launcher: Identity, url: string, parts: Record<string, Identity> }} Lock
 */

const PATIENCE_MS = 10_000

/**
 * Acquires the lock of a data directory. Throws a Refusal if another launcher holds it.
 * @param {string} dataDirectory
 * @param {string} url URL of the product that this launcher starts
 */
export async function takeLock(dataDirectory, url) {
  const file = join(dataDirectory, 'launcher.lock')
  /** @type {Lock} */
  const lock = { launcher: identify(process.pid), url, parts: {} }
  while (!create(file, lock)) await clearStale(file)
  return {
    /**
     * Records the process of a part, so the next launcher can stop it after a crash.
     * @param {string} part
     * @param {number} pid
     */
    note(part, pid) {
      lock.parts[part] = identify(pid)
      try {
        replace(file, lock)
      } catch (error) {
        say('Millrace', 'warning', `${file} could not be written: ${error instanceof Error ? error.message : error}`)
      }
    },
    release() {
      rmSync(file, { force: true })
    },
  }
}

/**
 * @param {string} file
 * @param {Lock} lock
 */
function create(file, lock) {
  const own = write(file, lock)
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own)
  }
}

/**
 * @param {string} file
 * @param {Lock} lock
 */
function replace(file, lock) {
  renameSync(write(file, lock), file)
}

/**
 * @param {string} file
 * @param {Lock} lock
 */
function write(file, lock) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${JSON.stringify(lock)}\n`, { mode: 0o600 })
  return own
}

/** @param {string} file */
async function clearStale(file) {
  const seen = read(file)
  if (seen && isStill(seen.launcher)) {
    const { pid } = seen.launcher
    throw new Refusal(`Millrace already runs on this data directory: ${seen.url} (stop it with: kill ${pid}).`)
  }
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return // Another launcher has already moved it.
  }
  const moved = read(aside)
  if (moved?.launcher.pid !== seen?.launcher.pid) {
    linkSync(aside, file) // A new lock was moved by mistake, so it is moved back.
    rmSync(aside)
    return
  }
  if (moved) await endOrphans(moved)
  rmSync(aside)
}

/**
 * Reads a lock file. Undefined if it does not exist, or if a power failure left it empty or truncated.
 * @param {string} file
 * @returns {Lock | undefined}
 */
function read(file) {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8'))
    return lock?.launcher ? lock : undefined
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === undefined || code === 'ENOENT') return undefined
    throw new Refusal(`${file} cannot be read (${code}). Start as the user who owns it, or set MILLRACE_DATA.`)
  }
}

/**
 * Stops the server and the worker of a dead launcher. A database that is still running is stopped later, before the
 * new launcher starts its own.
 * @param {Lock} lock
 */
async function endOrphans(lock) {
  for (const part of ['worker', 'server']) {
    const orphan = lock.parts[part]
    if (!orphan || !isStill(orphan)) continue
    await stopGroup(orphan.pid, () => isStill(orphan), PATIENCE_MS)
    say(part, 'stopped', `process ${orphan.pid}, which was still running after a crash`)
  }
}
