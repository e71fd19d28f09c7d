import { constants } from 'node:os'

/** What to tell people when a step's process ended before its step did. */
export function exitSentence(
  exit: { exitCode: number | null; signalCode: NodeJS.Signals | null },
  lastLines: readonly string[],
): string {
  const { exitCode } = exit
  const signal = exit.signalCode ?? signalOfCode(exitCode)
  if (lastLines.some((line) => line.includes('heap out of memory')))
    return 'The step ran out of memory. Use a smaller file, or run the worker on a computer with more memory.'
  if (signal === 'SIGKILL')
    return `The step's process was killed (SIGKILL), often because it ran out of memory. Use a smaller file, or run the worker on a computer with more memory.`
  if (signal) return `The step's process broke down (${signal}). Its log may say why; tell the author of the step.`
  if (exitCode === null) return 'The computer of the worker could not start a process for the step.'
  return `The step's process ended by itself (exit code ${exitCode}) before the step was done. Its log may say why; tell the author of the step.`
}

/** Shells and some libraries report a signal as 128 + its number. */
function signalOfCode(code: number | null): string | undefined {
  if (code === null || code <= 128) return undefined
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
}
