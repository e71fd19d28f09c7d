import { constants } from 'node:os'

/** Returns the error message for a process that exits before its step is done. */
export function exitMessage(
  exit: { exitCode: number | null; signalCode: NodeJS.Signals | null },
  lastLines: readonly string[],
): string {
  const { exitCode } = exit
  const signal = exit.signalCode ?? signalOfCode(exitCode)
  if (isOutOfHeap(lastLines)) return 'The step ran out of memory. Use a smaller file, or give the worker more memory.'
  if (signal === 'SIGKILL')
    return `The step’s process was killed (SIGKILL), often because it ran out of memory. Use a smaller file, or give the worker more memory.`
  if (signal) return `The step’s process crashed (${signal}). See the log, and report this to the author of the step.`
  if (exitCode === null)
    return 'The worker could not start a process for the step. Check the memory and process limits of its computer.'
  return `The step’s process exited with code ${exitCode} before the step was done. See the log, and report this to the author of the step.`
}

/** Whether the last lines of output contain V8's message that the heap is exhausted. */
export function isOutOfHeap(lastLines: readonly string[]): boolean {
  return lastLines.some((line) => line.includes('heap out of memory'))
}

/**
 * Returns the signal that an exit code stands for, if any. Shells and some libraries report a signal as 128 plus its
 * number.
 */
function signalOfCode(code: number | null): string | undefined {
  if (code === null || code <= 128) return undefined
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
}
