import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './pointer.ts'
import { isNote, readParts } from './schema-parts.ts'

/**
 * References to the root or to a definition. A schema with other references is left unchanged, because they could point
 * into a choice that is replaced by its only branch.
 */
const STABLE_REFERENCE = /^#(\/(\$defs|definitions)\/[^/]+)?$/

/**
 * Returns the schema without `null` as a type, an option, a branch or a default, because generic Siren clients can’t
 * show a form for `anyOf: [X, null]`. Values that contain no null are valid under this schema if they are valid under
 * the original, and only then.
 */
export function withoutNull(root: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(root)
  const schemas = readParts(copy).map(({ schema }) => schema)
  if (schemas.some(({ $ref }) => $ref !== undefined && !STABLE_REFERENCE.test($ref))) return root
  for (const schema of schemas.reverse()) removeNull(schema)
  return copy
}

/**
 * Removes null from a schema whose subschemas no longer contain null. A schema that accepts only null still accepts it.
 */
function removeNull(schema: JsonSchema): void {
  if (schema.default === null) delete schema.default
  if (schema.enum?.some(isNotNull)) schema.enum = schema.enum.filter(isNotNull)
  if (Array.isArray(schema.type)) {
    const [type, ...more] = schema.type.filter((one) => one !== 'null')
    if (type !== undefined) schema.type = more.length > 0 ? [type, ...more] : type
  }
  for (const choice of ['anyOf', 'oneOf'] as const) removeBranch(schema, choice)
}

/**
 * Removes the branches that accept only null. If a single branch remains and nothing else restricts the value, that
 * branch replaces the choice.
 */
function removeBranch(schema: JsonSchema, choice: 'anyOf' | 'oneOf'): void {
  const { [choice]: branches = [], ...rest } = schema
  const others = branches.filter((branch) => branch.type !== 'null' && branch.const !== null)
  if (others.length === 0 || others.length === branches.length) return
  schema[choice] = others
  if (others.length > 1 || !isRecord(others[0]) || !Object.keys(rest).every(isNote)) return
  delete schema[choice]
  Object.assign(schema, { ...others[0], ...rest })
}

function isNotNull(value: unknown): boolean {
  return value !== null
}
