import type { ProcessingStepProperties, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded, readResource, runAction, type SirenAction, type SirenDocument } from '#lib/siren.ts'

export type StepDocument = SirenDocument<ProcessingStepProperties>

/** As many steps as one look-up brings; more than that are found by searching. */
const LOOKUP_SIZE = 500

export const processingStepQueries = {
  all: ['processing-steps'] as const,

  /** Steps of the active context and public ones, or those of all users for administrators. */
  list: (
    filter: ProcessingStepQueryParameters['Filter'],
    sortBy: ProcessingStepQueryParameters['SortBy'],
    { allUsers = false } = {},
  ) =>
    queryOptions({
      queryKey: [...processingStepQueries.all, 'list', filter, sortBy, allUsers],
      queryFn: async ({ client, signal }) => {
        const root = await ensureRoot(client, allUsers ? 'Admin' : 'ProcessingStepsRoot')
        const action = allUsers ? 'CreateAdminProcessingStepQuery' : 'CreateProcessingStepQuery'
        const parameters: ProcessingStepQueryParameters = {
          Pagination: { PageSize: LOOKUP_SIZE },
          SortBy: sortBy,
          Filter: filter,
          IncludeRemainingTags: true,
          IncludeUse: true,
        }
        const page = await createQuery<QueryResultProperties>(root, action, parameters, signal)
        return { ...page.properties, steps: embedded<ProcessingStepProperties>(page, 'item') }
      },
      staleTime: STALE.processingSteps,
    }),

  /** Every step that may be started, by title. */
  lookup: () =>
    queryOptions({
      queryKey: [...processingStepQueries.all, 'lookup'],
      queryFn: async ({ client, signal }) => {
        const root = await ensureRoot(client, 'ProcessingStepsRoot')
        const parameters: ProcessingStepQueryParameters = {
          Pagination: { PageSize: LOOKUP_SIZE },
          SortBy: { PropertyName: 'Title', SortType: 'Ascending' },
          IncludeRemainingTags: false,
        }
        const page = await createQuery<QueryResultProperties>(root, 'CreateProcessingStepQuery', parameters, signal)
        return embedded<ProcessingStepProperties>(page, 'item')
      },
      staleTime: STALE.processingSteps,
    }),

  detail: (href: string) =>
    queryOptions({
      queryKey: [...processingStepQueries.all, 'detail', href],
      queryFn: ({ signal }) => readResource<ProcessingStepProperties>('ProcessingStep', href, signal),
      staleTime: STALE.processingSteps,
    }),

  /** All versions of a function, newest first, also hidden and deprecated ones. */
  versions: (functionName: string) =>
    queryOptions({
      queryKey: [...processingStepQueries.all, 'versions', functionName],
      queryFn: async ({ client, signal }) => {
        const root = await ensureRoot(client, 'ProcessingStepsRoot')
        const parameters: ProcessingStepQueryParameters = {
          Pagination: { PageSize: LOOKUP_SIZE },
          SortBy: { PropertyName: 'Version', SortType: 'Descending' },
          Filter: {
            FunctionName: functionName,
            FunctionNameMatchType: 'MatchExact',
            ShowHidden: true,
            ShowDeprecated: true,
          },
          IncludeRemainingTags: false,
          IncludeUse: true,
        }
        const page = await createQuery<QueryResultProperties>(root, 'CreateProcessingStepQuery', parameters, signal)
        return embedded<ProcessingStepProperties>(page, 'item')
      },
      staleTime: STALE.processingSteps,
    }),
}

/** Runs an action that a step offered, then refreshes every view of steps. */
export function useStepAction() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ action, body }: { action: SirenAction; body?: unknown }) => runAction(action, body),
    onSettled: () => queryClient.invalidateQueries({ queryKey: processingStepQueries.all }),
  })
}
