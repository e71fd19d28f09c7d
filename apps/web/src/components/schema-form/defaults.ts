import { type JsonSchema, typeOf } from '@millrace/parameters/json-schema'
import { isRecord, sameJson } from '@millrace/parameters/pointer'

export type Parameters = Record<string, unknown>

/** Compares two field values. Null and undefined are equal, because both mean that the field is empty. */
export function sameValue(one: unknown, other: unknown): boolean {
  return sameJson(one ?? null, other ?? null)
}

/**
 * Returns the parameters that a form starts with: the schema’s defaults, overridden by each layer in turn. Drops
 * unknown keys if the schema forbids them, so that values from another version of the step can be reused.
 */
export function startingParameters(schema: JsonSchema, ...layers: (Parameters | undefined)[]): Parameters {
  const defaults = defaultOf(schema)
  const base = isRecord(defaults) ? defaults : {}
  return layers.reduce<Parameters>((merged, layer) => merge(schema, merged, layer ?? {}), base)
}

function defaultOf(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (typeOf(schema) !== 'object') return undefined
  const branch = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  const fromBranch = branch ? defaultOf(branch) : undefined
  const entries = Object.entries(schema.properties ?? {})
    .map(([name, child]) => [name, defaultOf(child)] as const)
    .filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(entries), ...(isRecord(fromBranch) ? fromBranch : {}) }
}

function merge(schema: JsonSchema, base: Parameters, layer: Parameters): Parameters {
  const merged = { ...base }
  for (const [name, value] of Object.entries(layer)) {
    const child = schema.properties?.[name]
    if (!child && schema.additionalProperties === false && !schema.oneOf && !schema.anyOf) continue
    const known = base[name]
    const nested = child?.properties && isRecord(known) && isRecord(value)
    merged[name] = nested ? merge(child, known, value) : value
  }
  return merged
}
