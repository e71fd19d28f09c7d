import { useCallback, useSyncExternalStore } from 'react'

const CHANGED = 'local-preference'

/** A preference kept in this browser, shared by all components and tabs. `parse` gets null when nothing is stored. */
export function useLocalStorage<T extends string>(
  key: string,
  parse: (stored: string | null) => T,
): [T, (next: T) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => null,
  )
  const write = useCallback((next: T) => writeStored(key, next), [key])
  return [parse(stored), write]
}

/** Reads local storage. Null if nothing is stored under the key, or if storage is disabled. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage may be full or disabled; a preference that cannot be stored must not cause an error. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  } finally {
    window.dispatchEvent(new Event(CHANGED))
  }
}

/** Removes what is stored under a key. Components that use it render again. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  } finally {
    window.dispatchEvent(new Event(CHANGED))
  }
}

/** The keys of all that is stored whose keys start like this. */
export function storedKeys(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(CHANGED, listener)
  }
}
