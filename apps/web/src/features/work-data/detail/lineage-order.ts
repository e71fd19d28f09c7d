interface RankedJob {
  files: readonly unknown[]
  hasFailed: boolean
}

/**
 * Sorts jobs: first those with results, then those that may still get some, then those that failed or were canceled.
 * The order within each group is kept.
 */
export function resultsFirst<Job extends RankedJob>(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ files, hasFailed }: RankedJob): number {
  if (files.length > 0) return 0
  return hasFailed ? 2 : 1
}
