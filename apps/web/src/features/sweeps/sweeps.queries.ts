import { SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import { type JsonSchema, readSchema } from '@millrace/parameters/json-schema'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import type { WorkflowReport } from '@millrace/workflows/report'
import { queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { call } from '#lib/api.ts'
import { filesIn, inputSlots, outputSlots } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'

export const sweepQueries = {
  /** Includes earlier runs of jobs that were rerun. */
  jobs: (sweep: string) =>
    jobQueries.whole({
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { TagsByAnd: [`${SWEEP_TAG}=${sweep}`], ShowHidden: true },
      IncludeRemainingTags: false,
    }),

  /** The schema of the parameters: that of the step, or of the variables of the workflow. Null if there is none. */
  schema: (job: JobDocument | undefined) =>
    queryOptions({
      queryKey: ['sweep-schema', job && selfHref(job)],
      queryFn: async ({ client, signal }): Promise<JsonSchema | null> => {
        if (!job) return null
        if (isExecution(job)) {
          const [file] = inputSlots(job).flatMap(filesIn)
          const reply = await call((file && hrefOf(file, 'Download')) ?? '', { signal })
          return { properties: ((await reply.json()) as WorkflowDefinition).variables as Record<string, JsonSchema> }
        }
        const step = await client.ensureQueryData(
          processingStepQueries.detail(hrefOf(job, 'SelectedProcessingStep') ?? ''),
        )
        return readSchema(step.properties.ParameterSchema) ?? null
      },
      enabled: job !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Never becomes stale, because files never change. */
  report: (job: JobDocument) => {
    const [file] = outputSlots(job).flatMap(filesIn)
    return queryOptions({
      queryKey: ['sweep-report', selfHref(job)],
      queryFn: async ({ signal }) => {
        const reply = await call((file && hrefOf(file, 'Download')) ?? '', { signal })
        return (await reply.json()) as WorkflowReport
      },
      enabled: isExecution(job) && job.properties.State === 'Completed' && file !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    })
  },
}

function isExecution({ properties }: JobDocument): boolean {
  return properties.Processing?.FunctionName === EXECUTE_WORKFLOW
}
