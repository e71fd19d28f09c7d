import type { JobProperties } from '@millrace/contracts/jobs'
import { filesIn, inputSlots } from './job-facts.ts'
import type { SirenDocument } from './siren.ts'

type JobDocument = SirenDocument<JobProperties>

const RUNS_LEAST = 3
/** Runs on inputs that are up to three times as small or large say something about this one. */
const SIZE_FACTOR = 3

export interface RunEstimate {
  lowMs: number
  highMs: number
  /** The most memory that nine of ten runs used. Undefined if too few were measured. */
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
  const lowMs = shareOf(durations, 0.1)
  const highMs = shareOf(durations, 0.9)
  if (lowMs === undefined || highMs === undefined) return undefined
  const memory = runs.flatMap(({ properties: { PeakMemoryInBytes } }) => PeakMemoryInBytes ?? [])
  return { lowMs, highMs, memoryBytes: shareOf(memory, 0.9), runs: durations.length }
}

/** The value that this share of the values does not exceed. */
function shareOf(values: readonly number[], share: number): number | undefined {
  if (values.length < RUNS_LEAST) return undefined
  return values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]
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
