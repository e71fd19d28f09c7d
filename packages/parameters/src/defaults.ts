import { Budget, BudgetUsedUp } from './budget.ts'
import { type JsonSchema, referenced } from './json-schema.ts'
import { isRecord } from './pointer.ts'

/**
 * Returns a copy of the value in which missing fields have the schema's defaults. Fields inside `anyOf` and `oneOf` get
 * no default, because it is not known yet which branch applies. Throws BudgetUsedUp if this takes too many steps, for
 * example because a schema sets a long default in each of many items.
 */
export function withDefaults<T>(schema: JsonSchema, value: T, budget = new Budget()): T {
  const copy = copied(value)
  try {
    fill(schema, copy, { root: schema, budget, followed: new WeakMap(), lengths: new Map() })
  } catch (error) {
    if (error instanceof RangeError) throw new BudgetUsedUp('Defaults are nested without end.', { cause: error })
    throw error
  }
  return copy
}

/**
 * `followed` records which references were followed for which objects. Untrusted references can lead to the same schema
 * in exponentially many ways, but a schema needs to be applied to an object only once. `lengths` holds the lengths of
 * defaults as JSON.
 */
interface Filling {
  root: JsonSchema
  budget: Budget
  followed: WeakMap<object, Set<string>>
  lengths: Map<object, number>
}

function fill(schema: unknown, value: unknown, filling: Filling): void {
  if (!isRecord(schema) || typeof value !== 'object' || value === null) return
  filling.budget.spend()
  const { $ref, allOf, properties, items } = schema as JsonSchema
  if (typeof $ref === 'string') follow($ref, value, filling)
  for (const part of allOf ?? []) fill(part, value, filling)
  if (!Array.isArray(value)) fillFields(properties ?? {}, value as Record<string, unknown>, filling)
  else if (items !== undefined) for (const item of value) fill(items, item, filling)
}

function follow(ref: string, value: object, filling: Filling): void {
  const known = filling.followed.get(value) ?? new Set()
  if (known.has(ref)) return
  filling.followed.set(value, known.add(ref))
  fill(referenced(ref, filling.root), value, filling)
}

function fillFields(properties: Record<string, unknown>, value: Record<string, unknown>, filling: Filling): void {
  for (const [name, child] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name) && isRecord(child) && child.default !== undefined && name !== '__proto__') {
      filling.budget.read(lengthOf(child, filling))
      value[name] = copied(child.default)
    }
    if (Object.hasOwn(value, name)) fill(child, value[name], filling)
    filling.budget.spend()
  }
}

function lengthOf(field: Record<string, unknown>, { lengths }: Filling): number {
  const length = lengths.get(field) ?? JSON.stringify(field.default).length
  lengths.set(field, length)
  return length
}

/** `structuredClone` takes five times as long. */
function copied<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copied) as T
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, copied(child)])) as T
}
