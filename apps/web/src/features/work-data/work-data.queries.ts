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

export type WorkDataDocument = SirenDocument<WorkDataProperties>

/** One page of work data with what the list needs to know about the rest. */
export interface WorkDataPage extends WorkDataQueryResultProperties {
  items: WorkDataDocument[]
}

const RECENT_SIZE = 20

export const workDataQueries = {
  all: ['work-data'] as const,

  /** Work data of the active context, or of all users for administrators. */
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

  /** The newest work data whose name contains the text, and that fits a slot of this type and is of the kind if one is given. */
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

  /** Several files, as many as a filter may name. */
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

/** An action that the document of a file offers, and what to do once it has run. */
export interface AvailableAction {
  action: SirenAction
  body?: unknown
  /** The URL of the file, whose change is shown at once. */
  of?: string
  /** Called when the server has done it, before the views are read again, even if the pressed button is gone by then. */
  onDone?: () => void
}

/** Runs an action that a document offered, then refreshes every view of work data and of the jobs that hold it. */
export function useWorkDataAction({ quiet = false } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet },
    onMutate: (running: AvailableAction) => showAtOnce(queryClient, [running]),
    mutationFn: ({ action, body }: AvailableAction) => runAction(action, body),
    onSuccess: (_reply, { onDone }) => onDone?.(),
    onError: (_error, _running, takeBack) => takeBack?.(),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: workDataQueries.all }),
        queryClient.invalidateQueries({ queryKey: ['jobs'] }),
      ]),
  })
}
