import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Organization, organizationsQuery } from '#lib/organizations.ts'
import { tellOtherTabs } from '#lib/other-tabs.ts'
import { askAuth, refreshSession, useSession } from '#lib/session.ts'

/** Whose resources are on screen. */
export interface ActiveContext {
  kind: 'user' | 'organization'
  name: string
}

/** The active organization, else the person. Undefined until the organization's name is known. */
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

/** Makes an organization the active one, or with null the user's own workspace. The shell reacts to the new session. */
export function useSwitchContext() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (organizationId: string | null) =>
      askAuth<unknown>((auth) => auth.organization.setActive({ organizationId })),
    onSettled: () => enterContext(queryClient),
  })
}

/** Creates an organization owned by the user, and makes it the active one. */
export function useCreateOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (values: Pick<Organization, 'name' | 'slug'>) =>
      askAuth<unknown>((auth) => auth.organization.create(values)),
    onSuccess: () => enterContext(queryClient),
  })
}

/** Call this after the active context has changed: reloads it here and in the other tabs. */
export async function enterContext(queryClient: QueryClient): Promise<void> {
  tellOtherTabs('context-changed')
  await refreshContext(queryClient)
}

/** Reads the session's active context again, after the organizations, so that a new one has its name. */
export async function refreshContext(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey })
  await refreshSession(queryClient)
}
