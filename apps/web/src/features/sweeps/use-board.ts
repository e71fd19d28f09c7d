import type { WorkflowReport } from '@millrace/workflows/report'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { selfHref } from '#lib/siren.ts'
import { axesOf, cellsOf, valueNames } from './board-model.ts'
import { sweepQueries } from './sweeps.queries.ts'

/** The cells of a sweep with their values. The values of workflows come from their reports. */
export function useBoard(sweep: string) {
  const { data: page } = useSuspenseQuery(sweepQueries.jobs(sweep))
  const { jobs } = page
  const reports = useQueries({
    queries: jobs.map((job) => sweepQueries.report(job)),
    combine: (results) =>
      results.flatMap(({ data }, at): [string, WorkflowReport][] => {
        const job = jobs[at]
        return data && job ? [[selfHref(job), data]] : []
      }),
  })
  return useMemo(() => {
    const cells = cellsOf(jobs, new Map(reports))
    return { cells, axes: axesOf(jobs), names: valueNames(cells) }
  }, [jobs, reports])
}
