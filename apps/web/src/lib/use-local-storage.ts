import { useCallback, useSyncExternalStore } from 'react'

const CHANGED = 'local-preference'

/**
 * Returns a preference that all components and tabs of this browser share, and a setter. `parse` gets null if nothing
 * is stored.
 */
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

/** Writes local storage. Errors are ignored, because storage may be full or disabled. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  } finally {
    window.dispatchEvent(new Event(CHANGED))
  }
}

/** Removes a key from local storage. Components that use it render again. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  } finally {
    window.dispatchEvent(new Event(CHANGED))
  }
}

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
