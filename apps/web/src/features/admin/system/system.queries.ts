import type { MailReport, OutboxMailText, SystemReport } from '@millrace/contracts/system'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'
import { ADMIN_KEY } from '../admin.queries.ts'

const RUNNING_MS = 1000
const IDLE_MS = 30_000

/** The state of the installation. It is polled more often while a sync is running. */
export const systemQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'system'],
  queryFn: ({ signal }) => callJson<SystemReport>('/api/admin/system', { signal }),
  refetchInterval: ({ state }) => (state.data?.newsletter?.isRunning ? RUNNING_MS : IDLE_MS),
})

/** Starts a sync of the newsletter. The result is part of the state of the installation. */
export function useSyncNewsletter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('/api/admin/system/listmonk/sync', { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQuery.queryKey }),
  })
}

/**
 * Emails in the queue and in the outbox. They are polled more often while some are queued, because a retry takes a
 * moment.
 */
export const mailQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'mail'],
  queryFn: ({ signal }) => callJson<MailReport>('/api/admin/mail', { signal }),
  refetchInterval: ({ state }) => (state.data?.queuedTotal ? RUNNING_MS : IDLE_MS),
})

/** Opens an email in the outbox. This is not a query, because it requires a recent sign-in and is recorded. */
export function useOpenMail() {
  return useMutation({ mutationFn: (id: string) => callJson<OutboxMailText>(`/api/admin/mail/outbox/${id}`) })
}

/** Retries the delivery of a queued email now, or deletes the email. */
export function useQueuedMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, verb }: { id: string; verb: 'retry' | 'discard' }) =>
      verb === 'retry'
        ? call(`/api/admin/mail/${id}/retry`, { method: 'POST' })
        : call(`/api/admin/mail/${id}`, { method: 'DELETE' }),
    onSettled: () =>
      Promise.all([mailQuery, systemQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  })
}
