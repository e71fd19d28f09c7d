import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type * as LastLists from './last-lists.ts'
import { readStoredLists } from './stored-lists.ts'
import { whenIdle } from './when-idle.ts'

/** Time that the previous page stays while rows load. Shorter than `defaultPendingMs`, which shows a placeholder. */
const OLD_PAGE_STAYS_MS = 900

type Cause = 'preload' | 'enter' | 'stay'

/**
 * Fetches the rows of a list, after restoring rows that were stored before a reload. Waits as `firstRows` does, except
 * when entering a list whose rows are cached.
 */
export async function firstRowsOf<T, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<T, Error, T, Key>,
  cause: Cause,
): Promise<void> {
  const { queryKey } = query
  if (readStoredLists() !== undefined && !queryClient.getQueryState(queryKey)) {
    const lists = await lastLists(queryClient)
    lists?.restoreList(queryClient, queryKey)
  } else whenIdle(() => void lastLists(queryClient))
  const isKnown = queryClient.getQueryData(queryKey) !== undefined
  const rows = queryClient.prefetchQuery(query)
  if (!isKnown || cause !== 'enter') await firstRows(rows, cause)
}

/**
 * Waits for the first rows for at most `OLD_PAGE_STAYS_MS`. After that, the list shows its title, tabs and search,
 * which need no reply. A page that is already on screen stays until its next rows are loaded.
 */
export function firstRows(rows: Promise<unknown>, cause: Cause): Promise<unknown> {
  if (cause === 'stay') return rows
  return Promise.race([rows, new Promise((resolve) => setTimeout(resolve, OLD_PAGE_STAYS_MS))])
}

let lastListsLoaded: Promise<typeof LastLists | undefined> | undefined

/** Only a reloaded page needs this code early, to restore the lists. Undefined if the code can’t be loaded. */
function lastLists(queryClient: QueryClient) {
  lastListsLoaded ??= import('./last-lists.ts').then(
    (lists) => {
      lists.followLists(queryClient)
      addEventListener('pagehide', () => lists.storeLists(queryClient))
      return lists
    },
    () => undefined,
  )
  return lastListsLoaded
}
