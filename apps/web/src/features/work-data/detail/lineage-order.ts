interface RankedJob {
  files: readonly unknown[]
  hasFailed: boolean
}

/** Jobs with results, then those that may still have some, then those that failed; otherwise in their order. */
export function resultsFirst<Job extends RankedJob>(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ files, hasFailed }: RankedJob): number {
  if (files.length > 0) return 0
  return hasFailed ? 2 : 1
}
