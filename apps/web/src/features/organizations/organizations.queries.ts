import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Organization, organizationsQuery } from '#lib/organizations.ts'
import { tellOtherTabs } from '#lib/other-tabs.ts'
import { askAuth, refreshSession, useSession } from '#lib/session.ts'

/** The owner of the displayed resources. */
export interface ActiveContext {
  kind: 'user' | 'organization'
  name: string
}

/**
 * Returns the active organization or, if there is none, the user. Undefined without a session, and until the
 * organization's name is loaded.
 */
export function useActiveContext(): ActiveContext | undefined {
  const session = useSession()
  const { data: organizations } = useQuery(organizationsQuery)
  if (!session) return undefined
  const active = session.session.activeOrganizationId
  if (!active) return { kind: 'user', name: session.user.name }
  const organization = organizations?.find(({ id }) => id === active)
  if (organization) return { kind: 'organization', name: organization.name }
  return organizations ? { kind: 'user', name: session.user.name } : undefined
}

/** Switches to an organization or, with null, to the user's personal context. The shell reacts to the new session. */
export function useSwitchContext() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (organizationId: string | null) =>
      askAuth<unknown>((auth) => auth.organization.setActive({ organizationId })),
    onSettled: () => enterContext(queryClient),
  })
}

/** Creates an organization that the user owns, and switches to it. */
export function useCreateOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (values: Pick<Organization, 'name' | 'slug'>) =>
      askAuth<unknown>((auth) => auth.organization.create(values)),
    onSuccess: () => enterContext(queryClient),
  })
}

/** Reloads the active context in this tab and in all others. Call this after the context has changed. */
export async function enterContext(queryClient: QueryClient): Promise<void> {
  tellOtherTabs('context-changed')
  await refreshContext(queryClient)
}

/** Reloads the organizations and then the session's active context, so that the name of a new organization is known. */
export async function refreshContext(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey })
  await refreshSession(queryClient)
}
