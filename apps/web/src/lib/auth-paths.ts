/** A redirect target is only followed inside this app: one leading slash, no scheme, no host. */
function safeRedirect(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return undefined
  const url = new URL(path, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : undefined
}

/** The search parameter `redirectPath` of the pages that send people on. */
export function redirectSearch(search: Record<string, unknown>): { redirectPath?: string } {
  const redirectPath = safeRedirect(search.redirectPath)
  return redirectPath ? { redirectPath } : {}
}

/** The search parameter `token`; digits alone arrive as a number. */
export function tokenSearch(search: Record<string, unknown>): { token?: string } {
  const { token } = search
  return typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {}
}
