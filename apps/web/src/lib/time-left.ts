import { formatDuration } from './format.ts'
import type { RunEstimate } from './run-estimate.ts'

/** Minimum progress and time from which the remaining time is estimated. */
const PROGRESS_LEAST = 0.05
const WORKED_LEAST_MS = 2_000

/** Estimates how long a running job will still take at its current rate. Undefined until that can be estimated. */
export function timeLeftMs(workedMs: number, progress: number | null): number | undefined {
  if (progress === null || progress < PROGRESS_LEAST || progress >= 1 || workedMs < WORKED_LEAST_MS) return undefined
  return (workedMs * (1 - progress)) / progress
}

/** Formats a duration in coarse steps, so that the text doesn’t change constantly: `8 s`, `40 s`, `12 min`. */
export function roughDuration(ms: number): string {
  if (ms < 10_000) return formatDuration(Math.max(1_000, ms))
  if (ms < 55_000) return formatDuration(Math.round(ms / 10_000) * 10_000)
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes < 60 ? `${minutes}\u{a0}min` : formatDuration(Math.max(3_600_000, ms))
}

/** Formats the remaining time: `40 s left`. */
export function timeLeftText(ms: number): string {
  return `${roughDuration(ms)} left`
}

/**
 * Formats the usual duration of earlier jobs: `2 to 4 s`. Undefined if it is unknown, or if this job has taken longer.
 */
export function usualDuration(workedMs: number, estimate: RunEstimate | undefined): string | undefined {
  if (!estimate || workedMs > estimate.highMs) return undefined
  const [low, high] = [roughDuration(estimate.lowMs), roughDuration(estimate.highMs)]
  return low === high ? low : `${low} to ${high}`
}
