/* Where each tab keeps the lists that it shows at once after a reload. The browser may refuse any access to the storage. */

const KEY = 'last-lists'

/** The stored lists as JSON. Undefined if there are none. */
export function readStoredLists(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Without room for them, lists are read again after a reload. */
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
    // There is nothing to forget.
  }
}
