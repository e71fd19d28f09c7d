import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Identifies a process by pid and start time, because pids are reused.
 * @typedef {{ pid: number, started: string }} Identity
 */

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * @param {number} pid
 * @returns {Identity}
 */
export function identify(pid) {
  return { pid, started: startTime(pid) }
}

/** @param {Identity} identity */
export function isStill(identity) {
  return isAlive(identity.pid) && startTime(identity.pid) === identity.started
}

/** @param {number} pid */
function startTime(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    // The program name, which is in parentheses, may contain spaces. The other fields are counted from the last
    // parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/**
 * Stops a process group: sends SIGTERM to its leader and, when the leader has ended or after `patience`, SIGKILL to the
 * group.
 * @param {number} pid
 * @param {() => boolean} isRunning
 * @param {number} patience milliseconds
 */
export async function stopGroup(pid, isRunning, patience) {
  if (isRunning()) send(pid, 'SIGTERM')
  const until = performance.now() + patience
  while (isRunning() && performance.now() < until) await sleep(10)
  send(-pid, 'SIGKILL')
  while (isRunning()) await sleep(10)
}

/**
 * @param {number} target
 * @param {NodeJS.Signals} signal
 */
function send(target, signal) {
  try {
    process.kill(target, signal)
  } catch {
    // The process has already exited.
  }
}
