import { canBeTable } from '@millrace/contracts/media-types'
import type { TablePreviewProperties } from '@millrace/contracts/previews'
import type { ProcessingStepProperties, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataProperties, WorkDataQueryParameters } from '@millrace/contracts/work-data'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded, hrefOf, readDocument, type SirenDocument } from '#lib/siren.ts'

export type StepDocument = SirenDocument<ProcessingStepProperties>
export type WorkDataDocument = SirenDocument<WorkDataProperties>

const STEP_LOOKUP_SIZE = 500
const RECENT_SIZE = 20

/** Every step that may be started, by title. */
export const stepLookupQuery = queryOptions({
  queryKey: ['processing-steps', 'lookup'],
  queryFn: async ({ client, signal }) => {
    const parameters: ProcessingStepQueryParameters = {
      Pagination: { PageSize: STEP_LOOKUP_SIZE },
      SortBy: { PropertyName: 'Title', SortType: 'Ascending' },
      IncludeRemainingTags: false,
    }
    const root = await ensureRoot(client, 'ProcessingStepsRoot')
    const result = await createQuery<QueryResultProperties>(root, 'CreateProcessingStepQuery', parameters, signal)
    return embedded<ProcessingStepProperties>(result, 'item')
  },
  staleTime: STALE.processingSteps,
})

/** The newest work data whose name holds the text. */
export function recentDataQuery(name: string) {
  return queryOptions({
    queryKey: ['work-data', 'recent', name],
    queryFn: async ({ client, signal }) => {
      const parameters: WorkDataQueryParameters = {
        Pagination: { PageSize: RECENT_SIZE },
        SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
        Filter: name ? { NameContains: name } : null,
        IncludeRemainingTags: false,
      }
      const root = await ensureRoot(client, 'WorkDataRoot')
      const result = await createQuery<QueryResultProperties>(root, 'CreateWorkDataQuery', parameters, signal)
      return { items: embedded<WorkDataProperties>(result, 'item'), total: result.properties.TotalEntities }
    },
    staleTime: STALE.workData,
    placeholderData: keepPreviousData,
  })
}

export function stepDetailQuery(href: string) {
  return queryOptions({
    queryKey: ['processing-steps', 'detail', href],
    queryFn: ({ signal }) => readDocument<ProcessingStepProperties>(href, signal),
    staleTime: STALE.processingSteps,
  })
}

export function dataDetailQuery(href: string) {
  return queryOptions({
    queryKey: ['work-data', 'detail', href],
    queryFn: ({ signal }) => readDocument<WorkDataProperties>(href, signal),
    staleTime: STALE.workData,
  })
}

/** The columns of a file, from its preview; null for a file that is not read as a table. */
export function columnsQuery(file: WorkDataDocument | undefined) {
  const href = file && canBeTable(file.properties) ? hrefOf(file, 'Preview') : undefined
  return queryOptions({
    queryKey: ['work-data', 'columns', href],
    queryFn: async ({ signal }) => {
      const { properties } = await readDocument<Partial<TablePreviewProperties>>(href ?? '', signal)
      return properties.Columns ?? null
    },
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
