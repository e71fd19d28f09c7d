import { queryClient } from './app-query-client.ts'
import { isAdmin, sessionQuery, useSession } from './session.ts'
import { readStored, useLocalStorage } from './use-local-storage.ts'

const KEY = 'admin-mode'
const parse = (stored: string | null) => (stored === 'true' ? 'true' : 'false')

/** Returns whether this administrator’s lists show the resources of all users, and a setter. Stored in this browser. */
export function useAdminMode(): [isOn: boolean, set: (isOn: boolean) => void] {
  const admin = isAdmin(useSession())
  const [stored, store] = useLocalStorage<'true' | 'false'>(KEY, parse)
  return [admin && stored === 'true', (isOn) => store(isOn ? 'true' : 'false')]
}

/** Returns whether admin mode is on, for code outside of components, such as route loaders. */
export function isAdminMode(): boolean {
  return parse(readStored(KEY)) === 'true' && isAdmin(queryClient.getQueryData(sessionQuery.queryKey) ?? undefined)
}
