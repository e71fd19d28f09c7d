import { OIDC_PROVIDER } from '@millrace/contracts/account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { askAuth } from '#lib/session.ts'

/** A sign-in method. The provider id of a password is `credential`. */
export interface LinkedAccount {
  id: string
  providerId: string
  createdAt: string
}

export const linkedAccountsQuery = queryOptions({
  queryKey: ['linked-accounts'],
  queryFn: ({ signal }) => callJson<LinkedAccount[]>('/api/auth/list-accounts', { signal }),
})

/** Redirects to the identity provider, which redirects the browser back to the settings. */
export function useLinkAccount() {
  const page = '/settings/account'
  return useMutation({
    mutationFn: () =>
      askAuth<unknown>((auth) =>
        auth.linkSocial({ provider: OIDC_PROVIDER, callbackURL: page, errorCallbackURL: page }),
      ),
  })
}

/** Removes a sign-in method, by the id of the linked account. */
export function useUnlinkAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (accountId: string) => askAuth<unknown>((auth) => auth.unlinkAccount({ accountId })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey }),
  })
}
