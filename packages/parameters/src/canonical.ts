import type { Budget } from './budget.ts'
import { isRecord } from './pointer.ts'

/** Returns a string that is equal for equal JSON values, regardless of the order of their keys. */
export function canonical(value: unknown, budget: Budget): string {
  const text = JSON.stringify(value, sortedKeys) ?? ''
  budget.read(text.length)
  return text
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  )
}
