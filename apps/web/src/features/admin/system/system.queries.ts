import type { SystemReport } from '@millrace/contracts/system'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'
import { ADMIN_KEY } from '../admin.queries.ts'

const RUNNING_MS = 1000
const IDLE_MS = 30_000

/** The state of the installation. Read more often while a sync is running. */
export const systemQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'system'],
  queryFn: ({ signal }) => callJson<SystemReport>('/api/admin/system', { signal }),
  refetchInterval: ({ state }) => (state.data?.newsletter?.isRunning ? RUNNING_MS : IDLE_MS),
})

/** Starts a sync of the newsletter. The outcome is part of the state of the installation. */
export function useSyncNewsletter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('/api/admin/system/listmonk/sync', { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQuery.queryKey }),
  })
}
