/**
 * The `{details}` of an address: path and query of a resource link in base64url. Absolute URLs of our own origin and
 * plain base64 are read too; anything that leads elsewhere is refused.
 */
export function encodeLink(href: string): string {
  const url = new URL(href, location.origin)
  const bytes = new TextEncoder().encode(url.pathname + url.search)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** The href behind a code, absolute on our origin; undefined when it is broken or foreign. */
export function decodeLink(code: string): string | undefined {
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)))
    const url = new URL(text, location.origin)
    return url.origin === location.origin && url.pathname.startsWith('/api/') ? url.href : undefined
  } catch {
    return undefined
  }
}
