/** Later, what the page carries may no longer be true. */
const USABLE_MS = 30_000

let bodies: Record<string, unknown> | undefined

/**
 * The body of a reply that the server wrote into the page because the first screen reads it, once; the next request
 * goes to the server. Its key is the path, or `firstQueryKey`. Vite's development server writes none.
 */
export function takeFirstReply(key: string): { body: unknown } | undefined {
  bodies ??= readPage()
  if (!Object.hasOwn(bodies, key) || performance.now() > USABLE_MS) return undefined
  const body = bodies[key]
  delete bodies[key]
  return { body }
}

function readPage(): Record<string, unknown> {
  const text = document.getElementById('first-replies')?.textContent
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}
