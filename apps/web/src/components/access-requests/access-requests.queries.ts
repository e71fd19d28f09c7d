import type { AccessRequestProperties } from '@millrace/contracts/access-requests'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { entryPointQuery } from '#lib/entry-point.ts'
import { askAuth } from '#lib/session.ts'
import { embedded, hrefOf, readDocument, runAction, type SirenAction, type SirenDocument } from '#lib/siren.ts'

export type AccessRequestDocument = SirenDocument<AccessRequestProperties>

/** Empty for members who can’t decide on access requests. */
const accessRequestsQuery = queryOptions({
  queryKey: ['access-requests'],
  queryFn: async ({ client, signal }): Promise<AccessRequestDocument[]> => {
    const href = hrefOf(await client.ensureQueryData(entryPointQuery), 'AccessRequests')
    if (href === undefined) return []
    return embedded<AccessRequestProperties>(await readDocument(href, signal), 'item')
  },
  staleTime: 20_000,
})

/** Returns the open requests for one resource, or for all resources of the active context. */
export function useAccessRequests(of?: string): readonly AccessRequestDocument[] {
  const { data = [] } = useQuery(accessRequestsQuery)
  return of === undefined ? data : data.filter(({ properties }) => properties.ResourceUrl === of)
}

/** Invites the requester to the active organization, whose members see all resources. Replaces an earlier invitation. */
export function useInviteRequester() {
  return useMutation({
    mutationFn: (email: string) =>
      askAuth<unknown>((auth) => auth.organization.inviteMember({ email, role: 'member', resend: true })),
  })
}

/** Runs an available action of an access request, which gives access or declines. Then refetches the requests. */
export function useDecide() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: SirenAction) => runAction(action),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessRequestsQuery.queryKey }),
  })
}
