import type { QueryClient } from '@tanstack/react-query'
import { fill } from '#lib/fill.ts'
import { organizationsQuery } from '#lib/organizations.ts'
import { quitOrganization } from '#lib/quit-organization.ts'
import { refreshSession, sessionQuery } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'

/** Nobody expects this message. */
const LONG_MS = 60_000

/** Whoever was removed from the active organization finds out with the next list of organizations, and is told. */
export function watchRemoval(queryClient: QueryClient, onRemoval: () => void): void {
  let last = now()

  function now() {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    const organizations = queryClient.getQueryData(organizationsQuery.queryKey)
    const active = organizations?.find(({ id }) => id === session?.session.activeOrganizationId)
    return { userId: session?.user.id, organizations, active }
  }

  async function compare(): Promise<void> {
    const { active: before, userId } = last
    last = now()
    if (!before || last.organizations?.some(({ id }) => id === before.id) !== false) return
    if (before.id === quitOrganization.get()) return
    // An administrator may have begun to impersonate somebody in another tab.
    if ((await refreshSession(queryClient))?.user.id !== userId) return
    toast.message(fill(texts.accessLost, before.name), { durationMs: LONG_MS })
    onRemoval()
  }

  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isRead = type === 'updated' && query.queryKey[0] === organizationsQuery.queryKey[0]
    if (isRead && query.state.fetchStatus === 'idle') void compare()
  })
}
