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

/** One page of jobs with what the list needs to know about the rest. */
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

  /** Jobs of the active context, or of all users for administrators. */
  list: (parameters: AdminJobQueryParameters, { allUsers = false } = {}) =>
    queryOptions({
      queryKey: [...jobQueries.all, 'list', parameters, allUsers],
      queryFn: ({ client, signal }) => readJobs(client, parameters, { allUsers, signal }),
      staleTime: STALE.jobs,
      placeholderData: keepPreviousData,
    }),

  /** All jobs that a filter finds, although a page has room for fewer. The key is that of the first page. */
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

  /** All runs of the same job, the latest first. */
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

/** An action that the document of a job offers, and what to do once it has run. */
export interface AvailableAction {
  action: SirenAction
  body?: unknown
  /** The URL of the job, whose change is shown at once. */
  of?: string
  /** The job that the action deletes; it is not read again. */
  deleted?: string
  /** Called when the server has done it, before the views are read again, even if the pressed button is gone by then. */
  onDone?: () => void
}

/** Runs an action that a document offered, then refreshes every view of jobs and of their data. */
export function useJobAction({ quiet = false } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet },
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
