import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'

/** The person's keys in every context, newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => callJson<ApiKey[]>('/api/keys', { signal }),
})

/**
 * Options for the page of the keys: opening it reads them again after ten seconds, because other devices and programs
 * use them.
 */
export const apiKeysOnOpen = queryOptions({ ...apiKeysQuery, staleTime: 10_000 })

/** What a new key is for, what it may do, and when it expires. */
export interface KeyRequest {
  note: string
  /** Seconds until the key ends; 0 for one that doesn't expire. */
  ttl: number
  /** A key for workers opens the worker gateway and nothing else. */
  scope: ApiKey['scope']
  access: ApiKey['access']
  /** Names of the only steps that it may run, separated by commas. */
  steps: string
}

/** Makes a key of the active context. Only the reply has its text. */
export function useMakeKey() {
  const refresh = useRefresh()
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ ttl, ...values }: KeyRequest) => {
      const query = new URLSearchParams({ ...values, ...(ttl > 0 ? { ttl: String(ttl) } : {}) })
      return callJson<NewApiKey>(`/api/keys?${query}`, { method: 'POST' })
    },
    onSettled: refresh,
  })
}

/** Switches a key on or off. The list shows it at once, and is corrected when the server has answered. */
export function useSwitchKey() {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, active }: Pick<ApiKey, 'id' | 'active'>) =>
      call(`/api/keys/${id}`, { method: 'PUT', body: { active } }),
    async onMutate({ id, active }) {
      await queryClient.cancelQueries({ queryKey: apiKeysQuery.queryKey })
      queryClient.setQueryData(apiKeysQuery.queryKey, (keys) =>
        keys?.map((key) => (key.id === id ? { ...key, active } : key)),
      )
    },
    onSettled: refresh,
  })
}

/** Removes a key for good. */
export function useDeleteKey() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call(`/api/keys/${id}`, { method: 'DELETE' }),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
}
