import type { Welcome } from '@millrace/contracts/account'
import { queryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { askAuth } from '#lib/session.ts'

/**
 * Data about this server that is available without signing in. The setup token comes from the link that the server
 * prints.
 */
export function welcomeQuery(setup?: string) {
  return queryOptions({
    queryKey: ['welcome', setup ?? null],
    queryFn: ({ signal }) =>
      callJson<Welcome>(`/api/account/welcome${setup ? `?setup=${encodeURIComponent(setup)}` : ''}`, { signal }),
  })
}

/**
 * The data that the sign-in dialog receives after a session has ended, such as the reason. The parameter ensures that
 * the reply embedded in the page isn't used.
 */
export const sessionEndQuery = queryOptions({
  queryKey: ['welcome', 'session-end'],
  queryFn: ({ signal }) => callJson<Welcome>('/api/account/welcome?session=ended', { signal }),
  staleTime: 0,
})

interface Invitation {
  organizationName: string
  role: string
  expiresAt: string | Date
  inviterEmail: string
  /** Added by the server to the auth library's reply. */
  inviterName?: string
}

/** An invitation, which only the invited person may read. */
export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: ['invitation', id],
    queryFn: () => askAuth<Invitation>((auth) => auth.organization.getInvitation({ query: { id } })),
  })
}
