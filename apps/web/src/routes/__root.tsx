import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { toastsWanted } from '#lib/toast.ts'
import { useValue } from '#lib/value.ts'

const Toaster = lazy(() => import('#components/ui/toaster.tsx').then((module) => ({ default: module.Toaster })))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('#features/shell/unknown-address.tsx'), 'UnknownAddress'),
})

function Root() {
  const toasts = useValue(toastsWanted)
  return (
    <>
      <Outlet />
      {toasts ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </>
  )
}
