import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Niceness of a process: `prompt` if users wait for it, as for previews, and `long` if it runs for a long time. */
export const NICENESS = { prompt: 5, long: 10 }

/**
 * Lowers the priority of a process below that of this process. Processes that the lowered process starts later inherit
 * its priority. On Linux, pid 0 means the calling thread.
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW))
  } catch {
    // The process has already exited.
  }
}

/**
 * Pause before a retry. Linux rejects a change (EAGAIN) if a user other than root has made another change shortly
 * before.
 */
const RETRY_MS = 200

/**
 * Lowers the priority of a whole session. Linux first divides the processors among sessions (autogroups), so the
 * niceness of a process matters only relative to other processes of the same session. Has no effect if the kernel has
 * no autogroups.
 */
export function lowerSessionPriority(leader: number, niceness: number, isRetry = false): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(niceness))
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN'
    if (isTooSoon && !isRetry) setTimeout(lowerSessionPriority, RETRY_MS, leader, niceness, true).unref()
  }
}
