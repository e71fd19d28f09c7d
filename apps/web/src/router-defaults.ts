/** When pages are fetched ahead, shown as pending, and forgotten, in milliseconds. */
export const ROUTER_DEFAULTS = {
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultPendingMs: 1000,
  defaultPendingMinMs: 500,
  defaultGcTime: 300_000,
  defaultPreloadStaleTime: 30_000,
} as const
