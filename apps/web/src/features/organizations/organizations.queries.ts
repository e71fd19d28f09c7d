import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Organization, organizationsQuery } from '#lib/organizations.ts'
import { tellOtherTabs } from '#lib/other-tabs.ts'
import { askAuth, refreshSession, useSession } from '#lib/session.ts'

/** Whose things are on screen. */
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

/** Makes an organization the active one, or with null the person's own things. The shell reacts to the new session. */
export function useSwitchContext() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (organizationId: string | null) =>
      askAuth<unknown>((auth) => auth.organization.setActive({ organizationId })),
    onSettled: () => enterContext(queryClient),
  })
}

/** Founds an organization with the person as its owner; it becomes the active one. */
export function useCreateOrganization() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (wish: Pick<Organization, 'name' | 'slug'>) =>
      askAuth<unknown>((auth) => auth.organization.create(wish)),
    onSuccess: () => enterContext(queryClient),
  })
}

export async function enterContext(queryClient: QueryClient): Promise<void> {
  tellOtherTabs('context-changed')
  await refreshContext(queryClient)
}

/** Asks anew where the session works now; the organizations come first, so that the new one has its name. */
export async function refreshContext(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey })
  await refreshSession(queryClient)
}
