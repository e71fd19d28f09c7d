import type { ApiKey, NewApiKey } from '@millrace/contracts/api-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'

/** The user's keys in all contexts, newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => callJson<ApiKey[]>('/api/keys', { signal }),
})

/**
 * Options for the keys page. When the page opens, keys that were loaded more than ten seconds ago are reloaded, because
 * other devices and programs use keys, too.
 */
export const apiKeysOnOpen = queryOptions({ ...apiKeysQuery, staleTime: 10_000 })

export interface KeyRequest {
  note: string
  /** Seconds until the key expires; 0 for a key that doesn't expire. */
  ttl: number
  /** A key for workers grants access to the worker gateway only. */
  scope: ApiKey['scope']
  access: ApiKey['access']
  /** Comma-separated names of the steps that the key may run. */
  steps: string
}

/** Creates a key for the active context. Only the reply contains the key's secret. */
export function useMakeKey() {
  const refresh = useRefresh()
  const once = useIdempotent()
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ ttl, ...values }: KeyRequest) => {
      const query = new URLSearchParams({ ...values, ...(ttl > 0 ? { ttl: String(ttl) } : {}) })
      const href = `/api/keys?${query}`
      return once(href, (key) => callJson<NewApiKey>(href, { method: 'POST', headers: { 'idempotency-key': key } }))
    },
    onSettled: refresh,
  })
}

/** Turns a key on or off. The list shows the change immediately, and is reloaded after the reply. */
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
