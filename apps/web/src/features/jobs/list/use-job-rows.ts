import type { WireJobState } from '@millrace/contracts/job-states'
import type { AdminJobQueryParameters } from '@millrace/contracts/jobs'
import { SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unfoldedSweeps } from '#lib/fold-sweeps.ts'
import { useValue } from '#lib/value.ts'
import { type JobDocument, type JobPage, jobQueries } from '../jobs.queries.ts'
import { foldSweeps, type ListedJob, type StateCounts, sweepsOf } from './fold-sweeps.ts'
import { type JobListSearch, jobQueryOf } from './job-list-search.ts'
import { tabStates } from './job-tabs.ts'

interface JobRowsOptions {
  page: JobPage | undefined
  search: JobListSearch
  allUsers: boolean
}

/** Returns the rows of the list: jobs and collapsed sweeps. */
export function useJobRows(jobs: readonly JobDocument[], { page, search, allUsers }: JobRowsOptions): ListedJob[] {
  const unfolded = useValue(unfoldedSweeps)
  const isAll = search.PageOffset === 0 && jobs.length >= (page?.TotalEntities ?? 0)
  // “Needs you” isn’t a state, so its jobs can't be counted by state.
  const counted = isAll || search.tab === 'needs-you' ? [] : sweepsOf(jobs)
  const counts = useSweepCounts(counted, search, allUsers)
  return useMemo(() => foldSweeps(jobs, unfolded, counts), [jobs, unfolded, counts])
}

/** Counts by sweep and state. A sweep is left out until its counts are loaded. */
function useSweepCounts(sweeps: readonly string[], search: JobListSearch, allUsers: boolean) {
  const states = search.State ? [search.State] : tabStates(search.tab)
  return useQueries({
    queries: sweeps.map((sweep) => ({
      ...jobQueries.list(queryOfSweep(search, sweep), { allUsers }),
      placeholderData: undefined,
    })),
    combine: (results) => {
      const known = results.flatMap(({ data }, at): [string, StateCounts][] => {
        const sweep = sweeps[at]
        return data && sweep !== undefined ? [[sweep, countsOf(data, states)]] : []
      })
      return Object.fromEntries(known)
    },
  })
}

function countsOf({ StateCounts }: JobPage, states: readonly WireJobState[] | undefined): StateCounts {
  const counts = Object.entries(StateCounts) as [WireJobState, number][]
  return Object.fromEntries(counts.filter(([state, count]) => count > 0 && (states?.includes(state) ?? true)))
}

function queryOfSweep(search: JobListSearch, sweep: string): AdminJobQueryParameters {
  const query = jobQueryOf(search)
  const TagsByAnd = [...(query.Filter?.TagsByAnd ?? []), `${SWEEP_TAG}=${sweep}`]
  return {
    ...query,
    Pagination: { PageSize: 1, PageOffset: 0 },
    Filter: { ...query.Filter, TagsByAnd },
    IncludeRemainingTags: false,
  }
}
