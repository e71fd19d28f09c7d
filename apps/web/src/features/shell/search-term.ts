/** Whether an address is that of a single resource: it ends in a link code, which is an encoded path under `/api/`. */
export function isResource(path: string): boolean {
  return /\/L2FwaS[\w-]+$/.test(path)
}

/** What to search for where an address leads nowhere: its end, unless that is a link code. */
export function searchTermIn(path: string): string {
  if (isResource(path)) return ''
  const end = path.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(end)
  } catch {
    return end
  }
}
