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
