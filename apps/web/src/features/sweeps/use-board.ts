import type { WorkflowReport } from '@millrace/workflows/report'
import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { selfHref } from '#lib/siren.ts'
import { axesWith } from './axes.ts'
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
  const { data: schema } = useQuery(sweepQueries.schema(jobs[0]))
  return useMemo(() => {
    const cells = cellsOf(jobs, new Map(reports))
    return { cells, axes: axesWith(schema ?? undefined, axesOf(jobs), cells), names: valueNames(cells) }
  }, [jobs, reports, schema])
}
