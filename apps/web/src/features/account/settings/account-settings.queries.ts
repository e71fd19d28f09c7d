import type { EmailChange } from '@millrace/contracts/account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callJson } from '#lib/api.ts'
import { askAuth, sessionQuery } from '#lib/session.ts'

/** A device on which the user is signed in. */
export interface OwnSession {
  id: string
  /** Token with which the session can be revoked. */
  token: string
  createdAt: string
  /** When the session was last extended, which happens hourly while it is used. */
  updatedAt: string
  userAgent?: string | null
  ipAddress?: string | null
  impersonatedBy?: string | null
}

/** The user's sessions. The key contains the current one, so that they are loaded again when it is replaced. */
export function sessionsQuery(currentId: string) {
  return queryOptions({
    queryKey: ['sessions', currentId],
    queryFn: ({ signal }) => callJson<OwnSession[]>('/api/auth/list-sessions', { signal }),
  })
}

export interface Team {
  id: string
  name: string
  organizationId: string
}

/** The user's teams in all organizations. */
export const ownTeamsQuery = queryOptions({
  queryKey: ['own-teams'],
  queryFn: ({ signal }) => callJson<Team[]>('/api/auth/organization/list-user-teams', { signal }),
})

export function useRename() {
  return useMutation({ mutationFn: (name: string) => askAuth<unknown>((auth) => auth.updateUser({ name })) })
}

export function useSetNewsletter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (newsletter: boolean) => {
      await askAuth<unknown>((auth) => auth.updateUser({ newsletter }))
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

export function useSetMentionMails() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (mentionMails: boolean) => {
      await askAuth<unknown>((auth) => auth.updateUser({ mentionMails }))
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

/** Signs out one device or, without a token, all other devices. */
export function useRevoke() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string | undefined) =>
      askAuth<unknown>((auth) => (token ? auth.revokeSession({ token }) : auth.revokeOtherSessions())),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
}

/** The address that was requested but not confirmed yet, or null. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: ({ signal }) => callJson<EmailChange | null>('/api/account/email-change', { signal }),
})

/**
 * Requests a change of the email address. The server sends a link to the new address, or changes it immediately if it
 * can't send email. Requires the password, because whoever owns the address owns the account.
 */
export function useChangeEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (change: { newEmail: string; password: string }) => askAuth((auth) => auth.changeEmail(change)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}

/** Cancels the requested change of address. The emailed link becomes invalid. */
export function useCancelEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('/api/account/email-change', { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}

/** Requests the email with the link that deletes the account. */
export function useRequestDeletion() {
  return useMutation({ meta: { quiet: true }, mutationFn: () => askAuth<unknown>((auth) => auth.deleteUser()) })
}
