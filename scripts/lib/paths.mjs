import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** @param {...string} parts */
export function inRoot(...parts) {
  return join(ROOT, ...parts)
}
