import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError, systemCode } from './embedded-error.ts'

/*
 * The first line of postmaster.pid is the pid of the server that uses the data directory. PostgreSQL removes the file
 * on shutdown, but not in a crash. Two servers on one data directory would corrupt the data, so the file of a running
 * server is never removed. Instead, that server is stopped, and startup waits until its process has ended. If the pid
 * belongs to another process (pids are reused after a reboot), the file is stale and is removed.
 */

const FAST_STOP_MS = 30_000
const IMMEDIATE_STOP_MS = 10_000

interface PidFile {
  pid: number
  ready: boolean
}

/** Reads postmaster.pid in the data directory. Returns undefined if the file does not exist or contains no pid. */
export function readPidFile(cluster: string): PidFile | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Whether the process is running. Zombies don't count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/**
 * Stops a server that a crash left running on this cluster, and returns its pid. Undefined if there is no such server.
 * Deletes the pid file if the pid now belongs to another process.
 */
export async function stopAbandonedServer(cluster: string): Promise<number | undefined> {
  const left = readPidFile(cluster)
  if (left === undefined || !isAlive(left.pid)) return undefined
  if (!isServerOf(left.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  await stopPostmaster(left.pid)
  return left.pid
}

/**
 * Requests a fast stop, which rolls back open transactions. If that takes too long, requests an immediate stop. Both
 * keep committed data. Throws if the process does not end.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  if (await ended(pid, 'SIGINT', FAST_STOP_MS)) return
  if (await ended(pid, 'SIGQUIT', IMMEDIATE_STOP_MS)) return
  throw new EmbeddedError(`PostgreSQL (process ${pid}) did not stop. Stop it manually, then start Millrace again.`)
}

async function ended(pid: number, signal: NodeJS.Signals, patience: number): Promise<boolean> {
  const until = performance.now() + patience
  if (isAlive(pid)) process.kill(pid, signal)
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await sleep(10)
  }
  return true
}

/**
 * Whether the process is the server of this cluster. The working directory of a PostgreSQL server is its data
 * directory. Another process that reuses the pid has a different working directory. On systems other than Linux, the
 * command line shows the data directory.
 */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}
