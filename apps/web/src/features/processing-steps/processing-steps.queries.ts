import type { ProcessingStepProperties, ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded, readResource, runAction, type SirenAction, type SirenDocument } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'

export type StepDocument = SirenDocument<ProcessingStepProperties>

/** Maximum number of steps that are loaded. Users can narrow longer lists with filters. */
const LOOKUP_SIZE = 500

export const processingStepQueries = {
  all: ['processing-steps'] as const,

  /** Steps of the active context and public steps, or the steps of all users in admin mode. */
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

  /** The steps that the user can start, sorted by title. */
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

  /** All versions of a function, newest first, including hidden and deprecated versions. */
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

/** Runs an available action of a step, then refreshes all queries of steps. */
export function useStepAction() {
  const queryClient = useQueryClient()
  const once = useIdempotent()
  return useMutation({
    mutationFn: ({ action, body }: { action: SirenAction; body?: unknown }) =>
      once({ href: action.href, body }, (idempotencyKey) => runAction(action, body, { idempotencyKey })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: processingStepQueries.all }),
  })
}
