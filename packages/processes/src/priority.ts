import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** The niceness of what users wait for, such as previews, and of what runs for long. */
export const NICENESS = { prompt: 5, long: 10 }

/**
 * Lowers the priority of a process below that of this one. What it starts afterwards inherits it. On Linux, 0 means
 * the calling thread.
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW))
  } catch {
    // The process has already exited.
  }
}

/** Changes by users other than root fail if another one was made within this time. */
const RETRY_MS = 200

/**
 * Lowers the priority of a whole session. Linux shares the processors between sessions first (autogroups), so niceness
 * alone counts only against processes of the same session. Where the kernel has no autogroups, nothing happens.
 */
export function lowerSessionPriority(leader: number, niceness: number, isRetry = false): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(niceness))
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN'
    if (isTooSoon && !isRetry) setTimeout(lowerSessionPriority, RETRY_MS, leader, niceness, true).unref()
  }
}
