/**
 * Encodes a resource link for the `{details}` in a URL: path and query in base64url. `decodeLink` also accepts absolute
 * URLs of our own origin and plain base64, but rejects links to other sites.
 */
export function encodeLink(href: string): string {
  const url = new URL(href, location.origin)
  const bytes = new TextEncoder().encode(url.pathname + url.search)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Decodes a link code to an absolute URL of our origin. Undefined if the code is invalid, or leads to another site or
 * outside the API.
 */
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
