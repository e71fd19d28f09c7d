/** When the router preloads pages, shows placeholders, and forgets data. Times are in milliseconds. */
export const ROUTER_DEFAULTS = {
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultPendingMs: 1000,
  defaultPendingMinMs: 500,
  defaultGcTime: 300_000,
  defaultPreloadStaleTime: 30_000,
} as const
