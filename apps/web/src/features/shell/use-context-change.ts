import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { refreshContext } from '#features/organizations/organizations.queries.ts'
import { listenToOtherTabs } from '#lib/other-tabs.ts'
import { useSession } from '#lib/session.ts'
import { holdTransfers } from '#lib/transfers.ts'
import { useNavItems } from './nav-items.ts'
import * as texts from './texts.ts'

/** First elements of the keys of queries whose results don't depend on the context. */
const OF_THE_PERSON: ReadonlySet<unknown> = new Set([
  'session',
  'welcome',
  'organizations',
  'api-keys',
  'sessions',
  'own-teams',
  'email-change',
  'account-activity',
])

/**
 * Handles a change of the active organization, in this tab or another. Opens the list that the current page belongs to,
 * because the page's resource may not exist in the new context. Then resets all queries that depend on the context.
 * Settings stay open, because they are the user's or show the active organization.
 */
export function useContextChange(): void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const places = useNavItems()
  const session = useSession()
  const active = session && (session.session.activeOrganizationId ?? null)
  const known = useRef(active)

  const leave = useEffectEvent(async () => {
    holdTransfers(texts.workspaceSwitched)
    const place = places.find(({ to }) => location.pathname.startsWith(to))
    if (place?.to !== '/settings') await navigate({ to: place?.to ?? '/dashboard' })
    await queryClient.resetQueries({ predicate: ({ queryKey }) => !OF_THE_PERSON.has(queryKey[0]) })
  })

  useEffect(() => listenToOtherTabs('context-changed', () => void refreshContext(queryClient)), [queryClient])
  useEffect(() => {
    if (active === undefined || active === known.current) return
    known.current = active
    void leave()
  }, [active])
}
