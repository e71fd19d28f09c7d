import type { ParameterSchema } from './parameter-types.ts'

/** Returns the parameters that a step receives: the value that was set or, if absent or null, the default, or null. */
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
