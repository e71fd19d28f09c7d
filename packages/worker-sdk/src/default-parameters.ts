import type { ParameterSchema } from './parameter-types.ts'

/**
 * Returns a value for each of a step's parameters: the value that was set, otherwise the default, otherwise null. Null
 * counts as not set.
 */
export function withDefaults(
  schema: ParameterSchema | undefined,
  given: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...given }
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    values[name] ??= structuredClone(property.default) ?? null
  }
  return values
}
