import type { FoundOwner } from '@millrace/contracts/administration'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callJson } from './api.ts'

const ask = (query: Record<string, string>, signal: AbortSignal) =>
  callJson<FoundOwner[]>(`/api/admin/owners?${new URLSearchParams(query)}`, { signal })

/** Queries for users and organizations, for the filters of administrators. */
export const ownerSearchQuery = {
  search: (search: string) =>
    queryOptions({
      queryKey: ['admin', 'owners', search],
      queryFn: ({ signal }) => ask({ search }, signal),
      placeholderData: keepPreviousData,
    }),

  byUrl: (url: string) =>
    queryOptions({
      queryKey: ['admin', 'owner', url],
      queryFn: async ({ signal }) => (await ask({ url }, signal)).at(0) ?? null,
    }),
}
