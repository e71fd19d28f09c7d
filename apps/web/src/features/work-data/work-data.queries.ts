import { LIMITS } from '@millrace/contracts/limits'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type {
  AdminWorkDataQueryParameters,
  WorkDataKind,
  WorkDataProperties,
  WorkDataQueryParameters,
  WorkDataQueryResultProperties,
} from '@millrace/contracts/work-data'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { showAtOnce } from '#lib/optimistic.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded, readResource, runAction, type SirenAction, type SirenDocument } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'

export type WorkDataDocument = SirenDocument<WorkDataProperties>

/** A page of work data, with facts about the other pages. */
export interface WorkDataPage extends WorkDataQueryResultProperties {
  items: WorkDataDocument[]
}

const RECENT_SIZE = 20

export const workDataQueries = {
  all: ['work-data'] as const,

  list: (parameters: AdminWorkDataQueryParameters, { allUsers = false } = {}) =>
    queryOptions({
      queryKey: [...workDataQueries.all, 'list', parameters, allUsers],
      queryFn: async ({ client, signal }): Promise<WorkDataPage> => {
        const root = await ensureRoot(client, allUsers ? 'Admin' : 'WorkDataRoot')
        const action = allUsers ? 'CreateAdminWorkDataQuery' : 'CreateWorkDataQuery'
        const page = await createQuery<WorkDataQueryResultProperties>(root, action, parameters, signal)
        return { ...page.properties, items: embedded<WorkDataProperties>(page, 'item') }
      },
      staleTime: STALE.workData,
      placeholderData: keepPreviousData,
    }),

  recent: (name: string, slotType?: string | null, kind?: WorkDataKind) =>
    queryOptions({
      queryKey: [...workDataQueries.all, 'recent', name, slotType, kind],
      queryFn: async ({ client, signal }) => {
        const parameters: WorkDataQueryParameters = {
          Pagination: { PageSize: RECENT_SIZE },
          SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
          Filter: { NameContains: name || null, FitsMediaType: slotType ?? null, IsKind: kind ?? null },
          IncludeRemainingTags: false,
        }
        const root = await ensureRoot(client, 'WorkDataRoot')
        const result = await createQuery<QueryResultProperties>(root, 'CreateWorkDataQuery', parameters, signal)
        return { items: embedded<WorkDataProperties>(result, 'item'), total: result.properties.TotalEntities }
      },
      staleTime: STALE.workData,
      placeholderData: keepPreviousData,
    }),

  /** At most `LIMITS.urlsInFilter` files. */
  several: (hrefs: readonly string[]) =>
    workDataQueries.list({
      Pagination: { PageSize: LIMITS.urlsInFilter },
      Filter: { WorkDataUrls: [...hrefs], ShowHidden: true },
      IncludeRemainingTags: false,
    }),

  detail: (href: string) =>
    queryOptions({
      queryKey: [...workDataQueries.all, 'detail', href],
      queryFn: ({ signal }) => readResource<WorkDataProperties>('WorkData', href, signal),
      staleTime: STALE.workData,
    }),
}

/** An available action of a file, and what to do after it has run. */
export interface AvailableAction {
  action: SirenAction
  body?: unknown
  /** URL of the file, to show the change before the server replies. */
  of?: string
  /**
   * Called after success and before the queries are refreshed. Unlike callbacks of `mutate`, it is called even if the
   * component has unmounted.
   */
  onDone?: () => void
}

/**
 * Runs an available action and shows its effect before the server replies, if `of` is given. Then refreshes all queries
 * of work data, and those of jobs, because jobs contain work data.
 */
export function useWorkDataAction() {
  const queryClient = useQueryClient()
  const once = useIdempotent()
  return useMutation({
    onMutate: (running: AvailableAction) => showAtOnce(queryClient, [running]),
    mutationFn: ({ action, body }: AvailableAction) =>
      once({ href: action.href, body }, (idempotencyKey) => runAction(action, body, { idempotencyKey })),
    onSuccess: (_reply, { onDone }) => onDone?.(),
    onError: (_error, _running, takeBack) => takeBack?.(),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: workDataQueries.all }),
        queryClient.invalidateQueries({ queryKey: ['jobs'] }),
      ]),
  })
}
