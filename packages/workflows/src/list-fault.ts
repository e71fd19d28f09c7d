import { WORKFLOW_LIMITS } from './definition.ts'

export const NOT_A_LIST = '“For each item” needs a list, but its value is not one.'

/** Returns why `forEach` can’t repeat over a value, or undefined if it can. */
export function listFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return NOT_A_LIST
  if (value.length <= WORKFLOW_LIMITS.itemsMax) return undefined
  const [count, most] = [value.length, WORKFLOW_LIMITS.itemsMax].map((number) => number.toLocaleString('en'))
  return `“For each item” has ${count} items. The limit is ${most}.`
}
