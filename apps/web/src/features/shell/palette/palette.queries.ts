import type { JobProperties, JobQueryParameters } from '@millrace/contracts/jobs'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataProperties, WorkDataQueryParameters } from '@millrace/contracts/work-data'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded } from '#lib/siren.ts'

const FOUND = 5

/** All tags of jobs and work data. */
export const usedTagsQuery = queryOptions({
  queryKey: ['palette', 'tags'],
  queryFn: async ({ client, signal }) => {
    const parameters = { Pagination: { PageSize: 1 }, IncludeRemainingTags: true }
    const pages = await Promise.all([
      ensureRoot(client, 'JobsRoot').then((root) =>
        createQuery<QueryResultProperties>(root, 'CreateJobQuery', parameters, signal),
      ),
      ensureRoot(client, 'WorkDataRoot').then((root) =>
        createQuery<QueryResultProperties>(root, 'CreateWorkDataQuery', parameters, signal),
      ),
    ])
    const tags = new Set(pages.flatMap(({ properties }) => properties.RemainingTags ?? []))
    return [...tags].toSorted((a, b) => a.localeCompare(b))
  },
  staleTime: STALE.jobs,
})

/** The newest jobs whose name contains the text. */
export function jobsByNameQuery(text: string) {
  return queryOptions({
    queryKey: ['jobs', 'by-name', text],
    queryFn: async ({ client, signal }) => {
      const parameters: JobQueryParameters = {
        Pagination: { PageSize: FOUND },
        SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
        Filter: { Name: text, IsSubJob: false },
        IncludeRemainingTags: false,
      }
      const root = await ensureRoot(client, 'JobsRoot')
      const page = await createQuery<QueryResultProperties>(root, 'CreateJobQuery', parameters, signal)
      return embedded<JobProperties>(page, 'item')
    },
    enabled: text !== '',
    staleTime: STALE.jobs,
    placeholderData: keepPreviousData,
  })
}

/** The newest files whose name contains the text. */
export function dataByNameQuery(text: string) {
  return queryOptions({
    queryKey: ['work-data', 'by-name', text],
    queryFn: async ({ client, signal }) => {
      const parameters: WorkDataQueryParameters = {
        Pagination: { PageSize: FOUND },
        SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
        Filter: { NameContains: text },
        IncludeRemainingTags: false,
      }
      const root = await ensureRoot(client, 'WorkDataRoot')
      const page = await createQuery<QueryResultProperties>(root, 'CreateWorkDataQuery', parameters, signal)
      return embedded<WorkDataProperties>(page, 'item')
    },
    enabled: text !== '',
    staleTime: STALE.workData,
    placeholderData: keepPreviousData,
  })
}
