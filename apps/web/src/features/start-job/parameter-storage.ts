import type { Parameters } from '#components/schema-form/defaults.ts'
import { readTabValue, removeTabValue, storeTabValue } from '#lib/tab-storage.ts'

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
  return readTabValue(PREFIX + key)
}

export function storeParameters(key: string, parameters: StoredParameters): void {
  storeTabValue(PREFIX + key, parameters)
}

/** Returns the key of the parameters for a new job. */
export function newJobKey(stepHref: string): string {
  return `new ${stepHref}`
}

/** Removes stored parameters after they are used or discarded. */
export function removeStoredParameters(key: string): void {
  removeTabValue(PREFIX + key)
}
