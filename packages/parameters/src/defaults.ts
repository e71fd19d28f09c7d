import { type JsonSchema, referenced } from './json-schema.ts'
import { isRecord } from './pointer.ts'

/**
 * A copy of the value in which every missing field has the schema's default. Fields inside `anyOf` and `oneOf` get no
 * default, because it is not known yet which branch applies.
 */
export function withDefaults<T>(schema: JsonSchema, value: T): T {
  const copy = structuredClone(value)
  fill(schema, copy, { root: schema, filled: new WeakMap() })
  return copy
}

/**
 * `filled` remembers which schemas were applied to which objects. Untrusted references can lead to the same schema in
 * exponentially many ways, and each needs to be applied only once.
 */
interface Filling {
  root: JsonSchema
  filled: WeakMap<object, Set<unknown>>
}

function fill(schema: unknown, value: unknown, filling: Filling): void {
  if (!isRecord(schema) || typeof value !== 'object' || value === null) return
  const applied = filling.filled.get(value) ?? new Set()
  if (applied.has(schema)) return
  filling.filled.set(value, applied.add(schema))
  const { $ref, allOf, properties, items } = schema as JsonSchema
  if (typeof $ref === 'string') fill(referenced($ref, filling.root), value, filling)
  for (const part of allOf ?? []) fill(part, value, filling)
  if (Array.isArray(value)) for (const item of value) fill(items, item, filling)
  else fillFields(properties ?? {}, value as Record<string, unknown>, filling)
}

function fillFields(properties: Record<string, unknown>, value: Record<string, unknown>, filling: Filling): void {
  for (const [name, child] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name) && isRecord(child) && child.default !== undefined && name !== '__proto__') {
      value[name] = structuredClone(child.default)
    }
    if (Object.hasOwn(value, name)) fill(child, value[name], filling)
  }
}
