/** Reads a value that was stored for this tab. Undefined if there is none, or if it can't be read. */
export function readTabValue<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Stores a value until the tab is closed. Does nothing if storage is full or disabled. */
export function storeTabValue(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The app works without storage.
  }
}

export function removeTabValue(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage may be disabled.
  }
}
