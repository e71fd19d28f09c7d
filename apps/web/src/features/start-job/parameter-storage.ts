import type { Parameters } from '#components/schema-form/defaults.ts'

const PREFIX = 'start-parameters '

/** Parameters that have not been used yet: entered in the panel, or derived from a filtered table. */
export interface StoredParameters {
  value: Parameters
  from: 'panel' | 'table'
}

/**
 * Reads parameters that have not been used yet. They survive reloads and closing the panel, until the tab is closed.
 */
export function readStoredParameters(key: string): StoredParameters | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    return text === null ? undefined : (JSON.parse(text) as StoredParameters)
  } catch {
    return undefined
  }
}

/** Stores parameters for this tab. Does nothing if storage is full or disabled. */
export function storeParameters(key: string, parameters: StoredParameters): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(parameters))
  } catch {
    // Storage may be full or disabled; the panel works without it.
  }
}

/** Returns the key of the parameters for a new job. */
export function newJobKey(stepHref: string): string {
  return `new ${stepHref}`
}

/** Removes stored parameters after they are used or discarded. */
export function removeStoredParameters(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Storage may be disabled.
  }
}
