import type { JobProperties } from '@millrace/contracts/jobs'
import { filesIn, inputSlots } from './job-facts.ts'
import type { SirenDocument } from './siren.ts'

type JobDocument = SirenDocument<JobProperties>

const RUNS_LEAST = 3
/** Runs on inputs that are up to three times as small or large say something about this one. */
const SIZE_FACTOR = 3

/** The durations to expect in eight of ten cases, and the number of earlier runs that say so. */
export interface RunEstimate {
  lowMs: number
  highMs: number
  /** The most memory that nine of ten runs need. Undefined if too few were measured. */
  memoryBytes: number | undefined
  runs: number
}

/** How long earlier runs on inputs of a similar size took, and how much memory. Undefined if there are too few to say. */
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
 * The range in which eight of ten later values lie: nine of ten exceed its start and nine of ten do not exceed its end. Of
 * n values, a later one is below the lowest with a chance of 1 / (n + 1), so fewer than 19 are all in the range.
 */
function rangeOf(values: readonly number[]): { low: number; high: number } | undefined {
  if (values.length < RUNS_LEAST) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const outside = Math.max(Math.floor((values.length + 1) * 0.1) - 1, 0)
  const [low = 0, high = 0] = [sorted[outside], sorted.at(-1 - outside)]
  return { low, high }
}

/** The bytes of all inputs of a job. */
export function inputBytes(job: JobDocument): number {
  return inputSlots(job)
    .flatMap(filesIn)
    .reduce((sum, file) => sum + file.properties.SizeInBytes, 0)
}

function isSimilar(a: number, b: number): boolean {
  return a <= b * SIZE_FACTOR && b <= a * SIZE_FACTOR
}
