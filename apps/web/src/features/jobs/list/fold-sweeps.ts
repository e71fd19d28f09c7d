import type { WireJobState } from '@millrace/contracts/job-states'
import { SWEEP_TAG, sweptParameters } from '@millrace/contracts/sweep-tags'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { jointState } from '#lib/joint-state.ts'
import { selfHref } from '#lib/siren.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'

type Selection = ReturnType<typeof useSelection<JobDocument>>
type RowSelection = ReturnType<typeof useSelection<ListedJob>>

/** How many jobs are in each state. */
export type StateCounts = Partial<Record<WireJobState, number>>

export interface Fold {
  sweep: string
  /** What the names of its jobs start with. */
  name: string
  /** The jobs that the row stands for, itself included. */
  jobs: readonly JobDocument[]
  /** The same and those of the sweep on other pages. */
  counts: StateCounts
  isOpen: boolean
}

/**
 * A row of the list: a job, or the jobs of a sweep that follow each other. An unfolded sweep has a row for each job, the
 * first of which folds them.
 */
export type ListedJob = JobDocument & { fold?: Fold }

/** Fewer are listed one by one. */
const FOLDED_FROM = 3

/** Nothing is on other pages. */
const NOTHING: Readonly<Record<string, StateCounts>> = {}

/**
 * Puts the jobs of a sweep that follow each other into one row, except for those of unfolded sweeps. The counts are those of
 * sweeps of which other pages have more.
 */
export function foldSweeps(
  jobs: readonly JobDocument[],
  unfolded: ReadonlySet<string>,
  counts: Readonly<Record<string, StateCounts>> = NOTHING,
): ListedJob[] {
  return runsOf(jobs).flatMap(({ sweep, jobs: run }) => {
    const [first, ...others] = run
    if (first === undefined || sweep === undefined || run.length < FOLDED_FROM) return run
    const isOpen = unfolded.has(sweep)
    const fold: Fold = {
      sweep,
      name: commonName(first),
      jobs: isOpen ? [first] : run,
      counts: counts[sweep] ?? countStates(run),
      isOpen,
    }
    return isOpen ? [{ ...first, fold }, ...others] : [folded(first, fold)]
  })
}

/** The sweeps at the ends of a page, which may have more jobs on other pages. */
export function cutSweeps(
  jobs: readonly JobDocument[],
  { before, after }: { before: boolean; after: boolean },
): string[] {
  const runs = runsOf(jobs)
  const cut = [before ? runs[0] : undefined, after ? runs.at(-1) : undefined]
  const folded = cut.flatMap((run) => (run?.sweep !== undefined && run.jobs.length >= FOLDED_FROM ? [run.sweep] : []))
  return [...new Set(folded)]
}

interface Run {
  sweep: string | undefined
  jobs: JobDocument[]
}

/** Jobs of the same sweep that follow each other, and others one by one. */
function runsOf(jobs: readonly JobDocument[]): Run[] {
  const runs: Run[] = []
  for (const job of jobs) {
    const sweep = sweepOf(job)
    const last = runs.at(-1)
    if (last && sweep !== undefined && last.sweep === sweep) last.jobs.push(job)
    else runs.push({ sweep, jobs: [job] })
  }
  return runs
}

function countStates(jobs: readonly JobDocument[]): StateCounts {
  const counts: StateCounts = {}
  for (const { properties } of jobs) counts[properties.State] = (counts[properties.State] ?? 0) + 1
  return counts
}

/** The number of jobs, on all pages. */
export function countAll({ counts }: Fold): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** "10 jobs", or "20 of 30 jobs" if the others are on other pages and it is folded. */
export function jobsIn(fold: Fold): string {
  const all = countAll(fold)
  const listed = fold.isOpen ? all : fold.jobs.length
  return listed < all ? fill(texts.someOf, formatCount(listed), plural(all, 'job')) : plural(listed, 'job')
}

function sweepOf({ properties: { Tags } }: JobDocument): string | undefined {
  if (sweptParameters(Tags).length === 0) return undefined
  return Tags.find((tag) => tag.startsWith(`${SWEEP_TAG}=`))?.slice(SWEEP_TAG.length + 1)
}

/** The name without the values of its job. */
function commonName({ properties: { Name } }: JobDocument): string {
  return Name.slice(0, Math.max(0, Name.lastIndexOf(': '))) || Name
}

/** All jobs as one, without results, times and actions, which are those of single jobs. Progress is that of the sweep. */
function folded(first: JobDocument, fold: Fold): ListedJob {
  return {
    ...first,
    properties: {
      ...first.properties,
      Name: fold.name,
      State: jointState(Object.keys(fold.counts) as WireJobState[]),
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

/** The sweep that a row stands for. */
export function foldedSweep({ fold }: ListedJob): string | undefined {
  return fold?.isOpen === false ? fold.sweep : undefined
}

/** The page of the sweep that a row stands for. Other rows lead to their job. */
export function addressOf(row: ListedJob): string | undefined {
  const sweep = foldedSweep(row)
  return sweep === undefined ? undefined : `/jobs/sweeps/${encodeURIComponent(sweep)}`
}

/** The same selection over rows: that of a folded sweep selects all of its jobs. */
export function selectionOfRows(selection: Selection): RowSelection {
  const jobsOf = (row: ListedJob) => row.fold?.jobs ?? [row]
  const has = (row: ListedJob) => jobsOf(row).every(selection.has)
  function toggle(row: ListedJob, range = false) {
    if (foldedSweep(row) === undefined) return selection.toggle(row, range)
    const keys = new Set(jobsOf(row).map(selfHref))
    const others = selection.items.filter((job) => !keys.has(selfHref(job)))
    selection.replace(has(row) ? others : [...others, ...jobsOf(row)])
  }
  return { ...selection, has, toggle }
}
