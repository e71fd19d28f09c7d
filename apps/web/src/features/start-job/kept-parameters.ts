import type { Parameters } from '#components/schema-form/defaults.ts'

const PREFIX = 'start-parameters '

/** Parameters that were typed but not used yet. They outlive a reload and a closed panel, until the tab is closed. */
export function readKeptParameters(key: string): Parameters | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    return text === null ? undefined : (JSON.parse(text) as Parameters)
  } catch {
    return undefined
  }
}

export function keepParameters(key: string, value: Parameters): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Storage that is full or forbidden is no reason to fail.
  }
}

export function forgetParameters(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // See above.
  }
}
