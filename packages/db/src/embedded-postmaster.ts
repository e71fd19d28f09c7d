import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError, systemCode } from './embedded-error.ts'

/*
 * postmaster.pid belongs to the server whose number stands in its first line. PostgreSQL removes it when it stops; a
 * crash leaves it behind. Two servers on one data directory would destroy it, so the file of a living server is never
 * removed: that server is asked to stop, and we wait until its process is gone. If the number lives but is not a
 * server of this directory (numbers are used again after a reboot), the file says nothing and is removed.
 */

const FAST_STOP_MS = 30_000
const IMMEDIATE_STOP_MS = 10_000

/** What the server wrote about itself. */
interface PidFile {
  pid: number
  ready: boolean
}

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

/** Says whether the process runs. One that has ended but was not yet collected by its parent does not. */
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

/** Ends what a crash left running in this cluster. Answers the number of the server it stopped. */
export async function clearLeftOvers(cluster: string): Promise<number | undefined> {
  const left = readPidFile(cluster)
  if (left === undefined || !isAlive(left.pid)) return undefined
  if (!isServerOf(left.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  await stopPostmaster(left.pid)
  return left.pid
}

/** Fast stop: open transactions are rolled back, everything committed is kept. Returns when the process is gone. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (await ended(pid, 'SIGINT', FAST_STOP_MS)) return
  if (await ended(pid, 'SIGQUIT', IMMEDIATE_STOP_MS)) return
  throw new EmbeddedError(`PostgreSQL (process ${pid}) does not stop. Look at it, end it, and start again.`)
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

/** A PostgreSQL server works in its data directory, which tells it from a stranger that got the same number. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}
