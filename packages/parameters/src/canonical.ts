import type { Budget } from './budget.ts'
import { isRecord } from './pointer.ts'

/** A text that is equal for equal JSON values, whatever the order of their keys. It makes comparisons linear. */
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
