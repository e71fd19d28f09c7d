import type { ParameterSchema } from './parameter-types.ts'

/** The parameters a step sees: what was set, else the default, else null. Absent and null mean the same. */
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
