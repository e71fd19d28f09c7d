import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { sessionQuery } from '#lib/session.ts'
import { toastsWanted } from '#lib/toast.ts'
import { useValue } from '#lib/value.ts'

const Toaster = lazyRouteComponent(() => import('#components/ui/toaster.tsx'), 'Toaster')
const ImpersonationBanner = lazyRouteComponent(
  () => import('#features/shell/impersonation-banner.tsx'),
  'ImpersonationBanner',
)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('#features/shell/unmatched-route.tsx'), 'UnmatchedRoute'),
})

function Root() {
  const toasts = useValue(toastsWanted)
  // Not enabled here, because the route guards fetch the session.
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  return (
    <>
      {session?.session.impersonatedBy ? (
        <Suspense>
          <ImpersonationBanner session={session} />
        </Suspense>
      ) : null}
      <Outlet />
      {toasts ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </>
  )
}
