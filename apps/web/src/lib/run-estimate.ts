import type { JobProperties } from '@millrace/contracts/jobs'
import { filesIn, inputSlots } from './job-facts.ts'
import type { SirenDocument } from './siren.ts'

type JobDocument = SirenDocument<JobProperties>

const RUNS_LEAST = 3
/** Maximum ratio between the input sizes of comparable runs. */
const SIZE_FACTOR = 3

/** The range in which eight of ten durations are expected, and the number of earlier runs that it is based on. */
export interface RunEstimate {
  lowMs: number
  highMs: number
  /** Upper limit of the memory that nine of ten runs need. Undefined if too few were measured. */
  memoryBytes: number | undefined
  runs: number
}

/** Estimates a run from earlier runs on inputs of a similar size. Undefined if there are too few. */
export function runEstimate(jobs: readonly JobDocument[], sizeInBytes: number): RunEstimate | undefined {
  const runs = jobs
    .filter(({ properties: { State, IsTrial } }) => State === 'Completed' && !IsTrial)
    .filter((job) => isSimilar(inputBytes(job), sizeInBytes))
  const durations = runs.flatMap(({ properties: { StartedAt, CompletedAt } }) =>
    StartedAt && CompletedAt ? [Date.parse(CompletedAt) - Date.parse(StartedAt)] : [],
  )
  const range = rangeOf(durations)
  if (!range) return undefined
  const memory = runs.flatMap(({ properties: { PeakMemoryInBytes } }) => PeakMemoryInBytes ?? [])
  return { lowMs: range.low, highMs: range.high, memoryBytes: rangeOf(memory)?.high, runs: durations.length }
}

/**
 * Returns the range in which eight of ten future values are expected: nine of ten are above its start, and nine of ten
 * are below its end. A future value is below the lowest of n values with a probability of 1 / (n + 1), so with fewer
 * than 19 values, the range contains all of them.
 */
function rangeOf(values: readonly number[]): { low: number; high: number } | undefined {
  if (values.length < RUNS_LEAST) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const outside = Math.max(Math.floor((values.length + 1) * 0.1) - 1, 0)
  const [low = 0, high = 0] = [sorted[outside], sorted.at(-1 - outside)]
  return { low, high }
}

export function inputBytes(job: JobDocument): number {
  return inputSlots(job)
    .flatMap(filesIn)
    .reduce((sum, file) => sum + file.properties.SizeInBytes, 0)
}

function isSimilar(a: number, b: number): boolean {
  return a <= b * SIZE_FACTOR && b <= a * SIZE_FACTOR
}
