import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { isSamePage } from '#lib/same-page.ts'
import { ROUTER_DEFAULTS } from './router-defaults.ts'
import { routeTree } from './routeTree.gen.ts'

const errorPages = () => import('#features/shell/error-pages.tsx')

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...ROUTER_DEFAULTS,
    defaultNotFoundComponent: lazyRouteComponent(errorPages, 'NotFound'),
    defaultPendingComponent: lazyRouteComponent(errorPages, 'AnyPagePending'),
    defaultErrorComponent: lazyRouteComponent(errorPages, 'RouteErrorPage'),
    notFoundMode: 'root',
    scrollRestoration: true,
    trailingSlash: 'preserve',
  })
  // If only the search parameters change, the page stays visible while the new data is loading, because the user may be
  // typing into a filter.
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    const stays = isSamePage(fromLocation?.pathname, toLocation.pathname)
    router.options.defaultPendingMs = stays ? Infinity : ROUTER_DEFAULTS.defaultPendingMs
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
