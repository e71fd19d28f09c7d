import { LIMITS } from '@millrace/contracts/limits'
import { SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import type { WorkflowReport } from '@millrace/workflows/report'
import { queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { call } from '#lib/api.ts'
import { filesIn, outputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'

export const sweepQueries = {
  /** The jobs of a sweep, including runs that were repeated. */
  jobs: (sweep: string) =>
    jobQueries.list({
      Pagination: { PageSize: LIMITS.pageSizeMax, PageOffset: 0 },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { TagsByAnd: [`${SWEEP_TAG}=${sweep}`], ShowHidden: true },
      IncludeRemainingTags: false,
    }),

  /** The report of an execution. Files never change, so it is read once. */
  report: (job: JobDocument) => {
    const [file] = outputSlots(job).flatMap(filesIn)
    const isExecution = job.properties.Processing?.FunctionName === 'execute_workflow'
    return queryOptions({
      queryKey: ['sweep-report', selfHref(job)],
      queryFn: async ({ signal }) => {
        const reply = await call((file && hrefOf(file, 'Download')) ?? '', { signal })
        return (await reply.json()) as WorkflowReport
      },
      enabled: isExecution && job.properties.State === 'Completed' && file !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    })
  },
}
