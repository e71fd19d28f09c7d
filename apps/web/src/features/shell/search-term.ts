/** Returns whether a path is that of a single resource, which ends in a link code: an encoded path under `/api/`. */
export function isResource(path: string): boolean {
  return /\/L2FwaS[\w-]+$/.test(path)
}

/** Returns the search term for an unknown path: its last segment, or an empty string if that is a link code. */
export function searchTermIn(path: string): string {
  if (isResource(path)) return ''
  const end = path.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(end)
  } catch {
    return end
  }
}
