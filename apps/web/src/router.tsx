import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTER_DEFAULTS } from './router-defaults.ts'
import { routeTree } from './routeTree.gen.ts'

const lostPages = () => import('#features/shell/lost-pages.tsx')

/** The routes of the app with the constants everybody relies on. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...ROUTER_DEFAULTS,
    defaultNotFoundComponent: lazyRouteComponent(lostPages, 'LostPage'),
    defaultPendingComponent: lazyRouteComponent(lostPages, 'PagePending'),
    defaultErrorComponent: lazyRouteComponent(lostPages, 'RouteErrorPage'),
    notFoundMode: 'root',
    scrollRestoration: true,
    trailingSlash: 'preserve',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
