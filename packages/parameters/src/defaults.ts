import { type JsonSchema, referenced } from './json-schema.ts'
import { isRecord } from './pointer.ts'

const CHAIN_MAX = 32

/**
 * A copy of the value in which every missing field has the schema's default. Fields inside `anyOf` and `oneOf` get no
 * default, because it is not known yet which branch applies.
 */
export function withDefaults<T>(schema: JsonSchema, value: T): T {
  const copy = structuredClone(value)
  fill(schema, copy, schema, 0)
  return copy
}

function fill(schema: unknown, value: unknown, root: JsonSchema, chain: number): void {
  if (!isRecord(schema) || chain > CHAIN_MAX) return
  const { $ref, allOf, properties, items } = schema as JsonSchema
  if (typeof $ref === 'string') fill(referenced($ref, root), value, root, chain + 1)
  for (const part of allOf ?? []) fill(part, value, root, chain + 1)
  if (Array.isArray(value)) for (const item of value) fill(items, item, root, 0)
  if (!isRecord(value)) return
  for (const [name, child] of Object.entries(properties ?? {})) {
    if (!Object.hasOwn(value, name) && isRecord(child) && child.default !== undefined && name !== '__proto__') {
      value[name] = structuredClone(child.default)
    }
    if (Object.hasOwn(value, name)) fill(child, value[name], root, 0)
  }
}
