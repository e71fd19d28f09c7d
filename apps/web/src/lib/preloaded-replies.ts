/** Time after the page was opened during which embedded replies are used. Later, they may be outdated. */
const USABLE_MS = 30_000

/**
 * Returns the body of a reply that the server embedded in the page because the first screen needs it. Returns each
 * reply only once, and undefined if there is none or if it may be outdated. `key` is the path, or `preloadedQueryKey`.
 * Vite's development server embeds none.
 */
export function takePreloadedReply(key: string): { body: unknown } | undefined {
  const bodies = globalThis.preloadedReplies
  const body = bodies?.[key]
  if (body === undefined || performance.now() > USABLE_MS) return undefined
  delete bodies?.[key]
  return { body }
}

declare global {
  /**
   * Set by `public/theme.js`, which parses the embedded data while the app’s scripts are loading, because parsing 300
   * rows takes as long as rendering them.
   */
  var preloadedReplies: Record<string, unknown> | undefined
}
