/* The storage of each tab for lists that are shown immediately after a reload. The browser may deny any access to
   storage, so errors are ignored. */

const KEY = 'last-lists'

/** Returns the stored lists as JSON. Undefined if there are none. */
export function readStoredLists(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores lists. If there is no room, nothing is stored, and lists are fetched after a reload. */
export function writeStoredLists(lists: string): void {
  try {
    sessionStorage.setItem(KEY, lists)
  } catch {
    forgetStoredLists()
  }
}

/** Removes the stored lists, such as when the user signs out. */
export function forgetStoredLists(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without access to storage, there is nothing to remove.
  }
}
