import type {
  ComparedOutputProperties,
  ExecutionComparisonProperties,
  ExecutionNodeProperties,
  ExecutionProperties,
} from '@millrace/contracts/executions'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties, JobQueryResultProperties } from '@millrace/contracts/jobs'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { queryOptions } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { continuationQueries } from '#features/workflows/continue/continuation.queries.ts'
import { STALE } from '#lib/query-client.ts'
import { embedded, readDocument, type SirenDocument } from '#lib/siren.ts'

export type ExecutionNode = SirenDocument<ExecutionNodeProperties>

export interface Execution {
  document: SirenDocument<ExecutionProperties>
  nodes: ExecutionNode[]
}

/** One of two compared executions, with the definition that it ran. */
export interface Side {
  execution: Execution
  definition: WorkflowDefinition
}

async function readExecution(href: string, signal: AbortSignal): Promise<Execution> {
  const document = await readDocument<ExecutionProperties>(href, signal)
  return { document, nodes: embedded<ExecutionNodeProperties>(document, 'Node') }
}

function isQueued({ nodes }: Execution): boolean {
  return nodes.some(({ properties }) => properties.RunStates.Pending > 0)
}

export const executionQueries = {
  /**
   * The query key starts with that of the execution's job, so events of the job refresh the query. While the execution
   * is running, events of its sub-jobs refresh it, too.
   */
  detail: (jobHref: string, href: string | undefined) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', jobHref, 'execution', href],
      queryFn: ({ signal }) => readExecution(href ?? '', signal),
      enabled: href !== undefined,
      staleTime: STALE.jobs,
      meta: { followsJobs: (data) => !isTerminal((data as Execution).document.properties.State) },
      // Polls, because the server does not announce when a worker disappears or connects.
      refetchInterval: ({ state }) => (state.data && isQueued(state.data) ? 10_000 : false),
    }),

  side: (jobHref: string, href: string | undefined) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', jobHref, 'side', href],
      queryFn: async ({ client, signal }): Promise<Side> => {
        const execution = await readExecution(href ?? '', signal)
        return {
          execution,
          definition: await client.ensureQueryData(continuationQueries.definition(execution.document)),
        }
      },
      enabled: href !== undefined,
      staleTime: STALE.jobs,
      meta: { followsJobs: (data) => !isTerminal((data as Side).execution.document.properties.State) },
    }),

  comparison: (jobHref: string, href: string) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', jobHref, 'comparison', href],
      queryFn: async ({ signal }) => {
        const document = await readDocument<ExecutionComparisonProperties>(href, signal)
        return { ...document.properties, outputs: embedded<ComparedOutputProperties>(document, 'Output') }
      },
      staleTime: STALE.jobs,
      // Polls, because the last announcement may arrive while an earlier state is still being loaded.
      refetchInterval: ({ state }) => (state.data && !isTerminal(state.data.State) ? 2000 : false),
    }),

  /** The first jobs of a node and the number of all its jobs, from the query that the node links to. */
  runs: (jobHref: string, href: string | undefined, isRunning: boolean) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', jobHref, 'runs', href],
      queryFn: async ({ signal }) => {
        const page = await readDocument<JobQueryResultProperties>(href ?? '', signal)
        const { TotalEntities, TotalIsEstimated } = page.properties
        return {
          jobs: embedded<JobProperties>(page, 'item'),
          total: TotalEntities,
          isEstimated: TotalIsEstimated === true,
        }
      },
      enabled: href !== undefined,
      staleTime: STALE.jobs,
      meta: { followsJobs: () => isRunning },
    }),
}
