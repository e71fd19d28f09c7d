import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Deferred } from '#components/ui/deferred.tsx'
import { useServerEvents } from '#lib/events.ts'
import { useKeys } from '#lib/keys.ts'
import { listenToOtherTabs } from '#lib/other-tabs.ts'
import { sessionQuery, useSession } from '#lib/session.ts'
import { useLocalStorage } from '#lib/use-local-storage.ts'
import { usePhone } from '#lib/use-media.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { BottomBar } from './bottom-bar.tsx'
import { CreateOrganizationHost } from './create-organization-host.tsx'
import { GlobalDropZone } from './global-drop-zone.tsx'
import { Header } from './header.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { useNavItems } from './nav-items.ts'
import { NoticeLine } from './notice-line.tsx'
import { PaletteHost } from './palette-host.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { Sidebar } from './sidebar.tsx'
import * as texts from './texts.ts'
import { useContextChange } from './use-context-change.ts'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })))

const parseFolded = (stored: string | null) => (stored === 'folded' ? 'folded' : 'open')
const parseFoldedUnlessOpen = (stored: string | null) => (stored === 'open' ? 'open' : 'folded')

/** In the configurator, the sidebar is collapsed to leave room for the canvas, unless the user expanded it there. */
function useSidebar() {
  const isCanvas = useRouterState({ select: ({ location }) => location.pathname === '/workflows/configurator' })
  return useLocalStorage(isCanvas ? 'sidebar-canvas' : 'sidebar', isCanvas ? parseFoldedUnlessOpen : parseFolded)
}

/** The frame of every signed-in page: sidebar, header, bottom bar of phones, keyboard shortcuts and live updates. */
export function Shell({ children }: { children: ReactNode }) {
  const [sidebar, setSidebar] = useSidebar()
  const [helpOpen, setHelpOpen] = useState(false)
  const session = useSession()
  const isPhone = usePhone()
  const toggleSidebar = () => setSidebar(sidebar === 'open' ? 'folded' : 'open')
  useContextChange()
  const queryClient = useQueryClient()
  useEffect(() => listenToOtherTabs('signed-out', () => leaveForSignIn(queryClient)), [queryClient])
  useGoKeys()
  useKeys({ '[': toggleSidebar, '?': () => setHelpOpen(true) })

  return (
    <div className="flex h-[calc(100dvh-var(--banner))]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        {texts.skipToContent}
      </a>
      {isPhone ? null : <Sidebar folded={sidebar === 'folded'} onToggle={toggleSidebar} />}
      <div className="flex min-w-0 flex-1 flex-col bg-surface">
        <Header onHelp={() => setHelpOpen(true)} />
        <LoadingBar />
        <NoticeLine />
        <main
          id="content"
          tabIndex={-1}
          data-scroll-restoration-id="content"
          className="scroll-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
        >
          {children}
        </main>
        {isPhone ? <BottomBar /> : null}
      </div>
      <RouteAnnouncer />
      <GlobalDropZone />
      <PaletteHost />
      <CreateOrganizationHost />
      {session ? (
        <Deferred>
          <LiveUpdates context={`${session.user.id} ${session.session.activeOrganizationId ?? ''}`} />
        </Deferred>
      ) : null}
      {helpOpen ? (
        <Suspense>
          <KeysDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * Handles a sign-out in another tab. Loads a new document in place of the current history entry, so that no data
 * remains on screen, in memory or behind Back.
 */
function leaveForSignIn(queryClient: QueryClient): void {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  sessionStorage.clear()
  location.replace('/login')
}

function LiveUpdates({ context }: { context: string }) {
  useServerEvents(useQueryClient(), context)
  return null
}

function useGoKeys(): void {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const items = useNavItems()
  const go = Object.fromEntries(items.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })]))
  const upload = items.find(({ to }) => to === '/workdata/upload')
  useKeys({ ...go, n: () => startJob(), ...(upload ? { u: () => void navigate({ to: upload.to }) } : {}) }, true, 'app')
}
