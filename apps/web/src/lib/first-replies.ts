/** Later, what the page carries may no longer be true. */
const USABLE_MS = 30_000

/**
 * The body of a reply that the server wrote into the page because the first screen reads it, once; the next request
 * goes to the server. Its key is the path, or `firstQueryKey`. Vite's development server writes none.
 */
export function takeFirstReply(key: string): { body: unknown } | undefined {
  const bodies = globalThis.firstReplies
  const body = bodies?.[key]
  if (body === undefined || performance.now() > USABLE_MS) return undefined
  delete bodies?.[key]
  return { body }
}

declare global {
  /**
   * Set by `public/theme.js`, which parses the block of data in the page while the app's scripts are on their way: with
   * 300 rows, that takes as long as drawing them.
   */
  var firstReplies: Record<string, unknown> | undefined
}
