import type {
  AdminJobQueryParameters,
  JobHistoryEvent,
  JobProperties,
  JobQueryResultProperties,
} from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { showAtOnce } from '#lib/optimistic.ts'
import { STALE } from '#lib/query-client.ts'
import {
  createQuery,
  embedded,
  readDocument,
  readResource,
  runAction,
  type SirenAction,
  type SirenDocument,
} from '#lib/siren.ts'

export type JobDocument = SirenDocument<JobProperties>

/** One page of jobs, with the totals and other facts about all pages. */
export interface JobPage extends JobQueryResultProperties {
  jobs: JobDocument[]
}

async function readJobs(
  client: QueryClient,
  parameters: AdminJobQueryParameters,
  { allUsers = false, signal }: { allUsers?: boolean; signal: AbortSignal },
): Promise<JobPage> {
  const root = await ensureRoot(client, allUsers ? 'Admin' : 'JobsRoot')
  const action = allUsers ? 'CreateAdminJobQuery' : 'CreateJobQuery'
  const page = await createQuery<JobQueryResultProperties>(root, action, parameters, signal)
  return { ...page.properties, jobs: embedded<JobProperties>(page, 'item') }
}

export const jobQueries = {
  all: ['jobs'] as const,

  /** Jobs of the active context or, with `allUsers`, of all users, for administrators only. */
  list: (parameters: AdminJobQueryParameters, { allUsers = false } = {}) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'list', parameters, allUsers],
      queryFn: ({ client, signal }) => readJobs(client, parameters, { allUsers, signal }),
      staleTime: STALE.jobs,
      placeholderData: keepPreviousData,
    }),

  /**
   * All jobs that match a filter, collected page by page until about `LIMITS.pageOffsetMax` jobs are loaded. The key is
   * that of the first page.
   */
  whole: (parameters: AdminJobQueryParameters) => {
    const pageOf = (offset: number) => ({
      ...parameters,
      Pagination: { PageSize: LIMITS.pageSizeMax, PageOffset: offset },
    })
    return queryOptions({
      ...jobQueries.list(pageOf(0)),
      queryFn: async ({ client, signal }): Promise<JobPage> => {
        const page = await readJobs(client, pageOf(0), { signal })
        for (let last = page; last.jobs.length === LIMITS.pageSizeMax && page.jobs.length < LIMITS.pageOffsetMax; ) {
          last = await readJobs(client, pageOf(page.jobs.length), { signal })
          page.jobs.push(...last.jobs)
        }
        return page
      },
    })
  },

  detail: (href: string) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', href],
      queryFn: ({ signal }) => readResource<JobProperties>('Job', href, signal),
      staleTime: STALE.jobs,
    }),

  /** All runs of the same job, latest first. */
  runs: (jobHref: string, href: string) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', jobHref, 'runs', href],
      queryFn: async ({ signal }) => embedded<JobProperties>(await readDocument(href, signal), 'item'),
      staleTime: STALE.jobs,
    }),

  history: (jobHref: string, href: string) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'detail', jobHref, 'history', href],
      queryFn: async ({ signal }) =>
        (await readDocument<{ Events: JobHistoryEvent[] }>(href, signal)).properties.Events,
      staleTime: STALE.jobs,
    }),
}

/** An available action of a job, and what to do after it has run. */
export interface AvailableAction {
  action: SirenAction
  body?: unknown
  /** URL of the job. Its change is shown immediately. */
  of?: string
  /** URL of the job that the action deletes, so that it is not loaded again. */
  deleted?: string
  /** Called when the action has succeeded, before views are refreshed, even if the button has been unmounted. */
  onDone?: () => void
}

/**
 * Runs an available action. The effect is shown immediately, and all views of jobs and work data are refreshed
 * afterwards.
 */
export function useJobAction() {
  const queryClient = useQueryClient()
  return useMutation({
    onMutate: (running: AvailableAction) => showAtOnce(queryClient, [running]),
    mutationFn: ({ action, body }: AvailableAction) => runAction(action, body),
    onSuccess: (_reply, { onDone }) => onDone?.(),
    onError: (_error, _running, takeBack) => takeBack?.(),
    onSettled: (_, error, { deleted }) =>
      Promise.all([
        queryClient.invalidateQueries({
          queryKey: jobQueries.all,
          predicate: ({ queryKey: [, kind, href] }) => error !== null || kind !== 'detail' || href !== deleted,
        }),
        queryClient.invalidateQueries({ queryKey: ['work-data'] }),
      ]),
  })
}
