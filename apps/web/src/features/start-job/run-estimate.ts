import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { filesIn, inputSlots } from '#lib/job-facts.ts'

const RUNS_LEAST = 3
/** Runs on inputs that are up to three times as small or large say something about this one. */
const SIZE_FACTOR = 3

export interface RunEstimate {
  lowMs: number
  highMs: number
  runs: number
}

/** How long earlier runs on inputs of a similar size took. Undefined if there are too few to say. */
export function runEstimate(jobs: readonly JobDocument[], sizeInBytes: number): RunEstimate | undefined {
  const durations = jobs
    .filter(({ properties: { State, Tags } }) => State === 'Completed' && !Tags.includes(TRY_TAG))
    .filter((job) => isSimilar(sizeOf(job), sizeInBytes))
    .flatMap(({ properties: { StartedAt, CompletedAt } }) =>
      StartedAt && CompletedAt ? [Date.parse(CompletedAt) - Date.parse(StartedAt)] : [],
    )
    .toSorted((a, b) => a - b)
  if (durations.length < RUNS_LEAST) return undefined
  const at = (share: number) => durations[Math.round(share * (durations.length - 1))] ?? 0
  return { lowMs: at(0.1), highMs: at(0.9), runs: durations.length }
}

/** The tag of jobs that only tried a step on a sample. */
export const TRY_TAG = 'try'

function sizeOf(job: JobDocument): number {
  return inputSlots(job)
    .flatMap(filesIn)
    .reduce((sum, file) => sum + file.properties.SizeInBytes, 0)
}

function isSimilar(a: number, b: number): boolean {
  return a <= b * SIZE_FACTOR && b <= a * SIZE_FACTOR
}
