/** Shorter than `defaultPendingMs`, after which the router would show a pending page. */
const OLD_PAGE_STAYS_MS = 900

/**
 * For loaders of lists: waits for the first rows no longer than the old page stays. After that the list shows its title,
 * tabs and search, which need no reply. A page that is on screen already waits for its next rows.
 */
export function firstRows(rows: Promise<unknown>, cause: 'preload' | 'enter' | 'stay'): Promise<unknown> {
  if (cause === 'stay') return rows
  return Promise.race([rows, new Promise((resolve) => setTimeout(resolve, OLD_PAGE_STAYS_MS))])
}
