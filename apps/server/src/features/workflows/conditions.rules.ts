import { sameJson, valueAt } from '@millrace/parameters/pointer'
import type { Binding, Condition } from '@millrace/workflows/definition'

/** The values that the bindings of a node can refer to. */
export interface BindingScope {
  variables: Readonly<Record<string, unknown>>
  result(nodeId: string, pointer: string): Found
  /** The current item of `forEach`. Undefined if the node has no `forEach`. */
  item: unknown
}

export type Found<Value = unknown> = { value: Value } | { fault: string }

/** Returns the value that a binding refers to, or the reason why it has no value. */
export function boundValue(binding: Binding, scope: BindingScope): Found {
  if (binding.value !== undefined) return { value: binding.value }
  if (binding.variable !== undefined) return { value: scope.variables[binding.variable] }
  if (binding.node !== undefined) return scope.result(binding.node, binding.result ?? '')
  const pointer = binding.item ?? ''
  const value = valueAt(scope.item, pointer)
  return value === undefined ? { fault: `The current item has no value at ${pointer}.` } : { value }
}

/**
 * Returns whether a condition is met, or the reason why this can't be determined. Evaluation stops as soon as the
 * result is certain.
 */
export function holds(condition: Condition, scope: BindingScope): Found<boolean> {
  if (condition.all) return decide(condition.all, scope, false)
  if (condition.any) return decide(condition.any, scope, true)
  if (condition.not) {
    const inner = holds(condition.not, scope)
    return 'fault' in inner ? inner : { value: !inner.value }
  }
  return condition.compare ? compare(condition.compare, scope) : { value: true }
}

/** Evaluates parts until one has a fault or the deciding value: false for `all`, true for `any`. */
function decide(parts: readonly Condition[], scope: BindingScope, value: boolean): Found<boolean> {
  for (const part of parts) {
    const found = holds(part, scope)
    if ('fault' in found || found.value === value) return found
  }
  return { value: !value }
}

function compare({ left, is, right }: NonNullable<Condition['compare']>, scope: BindingScope): Found<boolean> {
  const [a, b] = [boundValue(left, scope), boundValue(right, scope)]
  if ('fault' in a) return a
  if ('fault' in b) return b
  if (is === 'eq') return { value: sameJson(a.value, b.value) }
  if (is === 'ne') return { value: !sameJson(a.value, b.value) }
  const [x, y] = [a.value, b.value]
  const isOrdered = (typeof x === 'number' && typeof y === 'number') || (typeof x === 'string' && typeof y === 'string')
  if (!isOrdered)
    return { fault: `The condition compares ${kindOf(x)} with ${kindOf(y)}. Compare two numbers or two strings.` }
  if (is === 'lt') return { value: x < y }
  if (is === 'le') return { value: x <= y }
  return { value: is === 'gt' ? x > y : x >= y }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return { number: 'a number', string: 'a string', boolean: 'true or false' }[typeof value as string] ?? 'no value'
}
