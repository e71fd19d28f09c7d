import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { type Session, sessionQuery } from './session.ts'
import { signedOut } from './signed-out.ts'
import { forgetStoredLists, readStoredLists, writeStoredLists } from './stored-lists.ts'

/* Shows a list after a reload as it was when the user left the page, until the server replies. Each tab keeps its lists
   in its session storage, for one user and one context. Signing out clears that storage. */

const LISTS_MAX = 4
/** Maximum size of all lists together, in characters. Browsers store a few million. */
const SIZE_MAX = 1_000_000
const AGE_MAX_MS = 24 * 3_600_000

/** The first stored line. */
interface Head {
  owner: string
  /** The build that stored the lists. Only screens of the same build can show them. */
  build: string
}

/** Every other stored line. */
interface StoredList {
  key: string
  at: number
  data: unknown
}

/** The owner of each list’s rows, because another workspace may have become active since the list was read. */
const owners = new WeakMap<Query, string | undefined>()

/** Starts to record the owner of each list. */
export function followLists(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  const note = (query: Query) => owners.set(query, ownerIn(queryClient))
  for (const query of cache.findAll({ predicate: isList })) note(query)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch' && isList(event.query)) note(event.query)
  })
}

/** Restores a list as it was when the user left the page, as stale data, unless the cache already has it. */
export function restoreList(queryClient: QueryClient, queryKey: QueryKey, now = Date.now()): void {
  if (queryClient.getQueryState(queryKey)) return
  const key = JSON.stringify(queryKey)
  const list = listsOf(ownerIn(queryClient)).find((one) => one.key === key && now - one.at < AGE_MAX_MS)
  if (list) queryClient.setQueryData(queryKey, list.data, { updatedAt: 0 })
}

/**
 * Stores the newest lists of the cache. Stores nothing while an action is running, because a list may show its effect
 * before the server confirms it, and nothing after the session has ended.
 */
export function storeLists(queryClient: QueryClient): void {
  const owner = ownerIn(queryClient)
  if (owner === undefined || signedOut.get()) return
  if (queryClient.isMutating() > 0) {
    forgetStoredLists()
    return
  }
  const newest = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => isList(query) && wasRead(query) && owners.get(query) === owner })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, LISTS_MAX)
  const lines = [JSON.stringify({ owner, build: buildOf() } satisfies Head)]
  let size = 0
  for (const { queryKey, state } of newest) {
    const list: StoredList = { key: JSON.stringify(queryKey), at: state.dataUpdatedAt, data: state.data }
    const line = JSON.stringify(list)
    if (size + line.length > SIZE_MAX) continue
    lines.push(line)
    size += line.length
  }
  writeStoredLists(lines.join('\n'))
}

function isList({ queryKey }: Query): boolean {
  return queryKey[1] === 'list'
}

/** A restored list has data but no reply from the server. */
function wasRead({ state }: Query): boolean {
  return state.status === 'success' && state.dataUpdatedAt > 0
}

function listsOf(owner: string | undefined): StoredList[] {
  const [first, ...lists] = readStoredLists()?.split('\n') ?? []
  if (first === undefined) return []
  try {
    const head = JSON.parse(first) as Head
    if (head.owner === owner && head.build === buildOf()) return lists.map((line) => JSON.parse(line) as StoredList)
  } catch {
    // A different build may have stored the lists in a different format.
  }
  forgetStoredLists()
  return []
}

function ownerIn(queryClient: QueryClient): string | undefined {
  const known = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)
  if (!known) return undefined
  const { user, session } = known
  return [user.id, session.activeOrganizationId ?? '', session.impersonatedBy ?? ''].join(' ')
}

/** The URL of the app’s script identifies the build, because it changes with any part of the app. */
function buildOf(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
}
