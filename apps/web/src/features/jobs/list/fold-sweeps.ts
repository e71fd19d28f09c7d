import type { WireJobState } from '@millrace/contracts/job-states'
import { combinedState } from '#lib/combined-state.ts'
import { fill } from '#lib/fill.ts'
import { commonName, type Fold, foldRuns, sweepRuns } from '#lib/fold-sweeps.ts'
import { formatCount, plural } from '#lib/format.ts'
import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'

/** The number of jobs in each state. */
export type StateCounts = Partial<Record<WireJobState, number>>

interface JobFold extends Fold<JobDocument> {
  /** The number of jobs of the sweep in each state, including those on other pages. */
  counts: StateCounts
}

/**
 * A row of the list: a job, or the jobs of a collapsed sweep. An expanded sweep has a row for each job, and the first
 * row has the button that collapses the sweep.
 */
export type ListedJob = JobDocument & { fold?: JobFold }

/** Counts if no sweep continues on other pages. */
const NOTHING: Readonly<Record<string, StateCounts>> = {}

/**
 * Merges the jobs of each sweep into one row, except for expanded sweeps. `counts` has the counts of sweeps that
 * continue on other pages.
 */
export function foldSweeps(
  jobs: readonly JobDocument[],
  unfolded: ReadonlySet<string>,
  counts: Readonly<Record<string, StateCounts>> = NOTHING,
): ListedJob[] {
  return foldRuns<JobDocument, JobFold>(
    jobs,
    unfolded,
    (fold, all) => ({
      ...fold,
      name: commonName(all[0].properties.Name),
      counts: counts[fold.sweep] ?? countStates(all),
    }),
    folded,
  )
}

export function sweepsOf(jobs: readonly JobDocument[]): string[] {
  return sweepRuns(jobs).flatMap(({ sweep }) => sweep ?? [])
}

function countStates(jobs: readonly JobDocument[]): StateCounts {
  const counts: StateCounts = {}
  for (const { properties } of jobs) counts[properties.State] = (counts[properties.State] ?? 0) + 1
  return counts
}

/** Returns the number of jobs of a sweep on all pages. */
export function countAll({ counts }: JobFold): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Returns "10 jobs", or "20 of 30 jobs" for a collapsed sweep with jobs on other pages. */
export function jobsIn(fold: JobFold): string {
  const all = countAll(fold)
  const listed = fold.isOpen ? all : fold.items.length
  return listed < all ? fill(texts.someOf, formatCount(listed), plural(all, 'job')) : plural(listed, 'job')
}

/**
 * Merges the jobs of a sweep into one, without results, start and end times, and actions, which belong to single jobs.
 * The progress is that of the sweep.
 */
function folded(first: JobDocument, fold: JobFold): ListedJob {
  return {
    ...first,
    properties: {
      ...first.properties,
      Name: fold.name,
      State: combinedState(Object.keys(fold.counts) as WireJobState[]),
      Cause: null,
      Progress: (fold.counts.Completed ?? 0) / countAll(fold),
      StartedAt: null,
      CompletedAt: null,
    },
    entities: first.entities.filter(({ rel }) => !rel?.includes('OutputDataSlot')),
    actions: [],
    fold,
  }
}
