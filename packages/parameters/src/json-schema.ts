import type { ColumnKind } from '@millrace/contracts/previews'
import { isRecord, valueAt } from './pointer.ts'

/**
 * The part of JSON Schema (draft 2020-12) that forms support. `x-unit` is the unit shown in a field, `x-column-of`
 * names the input slot whose table provides the column names, and `x-column-kind` limits the kinds of column.
 * `x-sheet-of` names the slot whose workbook provides the sheet names. `x-group` is the title of the group that
 * contains the field. `x-applies-if` maps other parameters to the values for which this parameter has an effect.
 * `x-enum-titles` maps values of `enum` to their labels.
 */
export interface JsonSchema {
  $schema?: string
  $id?: string
  $ref?: string
  $defs?: Record<string, JsonSchema>
  definitions?: Record<string, JsonSchema>
  type?: string | string[]
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  format?: string
  examples?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  patternProperties?: Record<string, JsonSchema | boolean>
  propertyNames?: JsonSchema | boolean
  unevaluatedProperties?: JsonSchema | boolean
  dependentRequired?: Record<string, string[]>
  dependentSchemas?: Record<string, JsonSchema | boolean>
  minProperties?: number
  maxProperties?: number
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  contains?: JsonSchema | boolean
  minContains?: number
  maxContains?: number
  unevaluatedItems?: JsonSchema | boolean
  not?: JsonSchema | boolean
  if?: JsonSchema | boolean
  then?: JsonSchema | boolean
  else?: JsonSchema | boolean
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  'x-unit'?: string
  'x-column-of'?: string
  'x-sheet-of'?: string
  'x-column-kind'?: ColumnKind | 'any' | (ColumnKind | 'any')[]
  'x-group'?: string
  'x-applies-if'?: Record<string, unknown[]>
  'x-enum-titles'?: Record<string, string>
  /** If the string contains one of these words, results may differ from one run to the next. */
  'x-volatile-words'?: string[]
  /** Whether the parameter limits how many rows are read, so the step can be tried on a sample. */
  'x-sample-rows'?: boolean
}

/**
 * Returns the schema's type. If it has several types, returns the first that is not `null`. If it has no type, guesses
 * the type from the keywords, if possible.
 */
export function typeOf(schema: JsonSchema): string | undefined {
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== 'null')
  if (schema.type !== undefined) return schema.type
  if (schema.properties) return 'object'
  if (schema.items) return 'array'
  const sample = schema.const ?? schema.enum?.[0]
  return sample === undefined || sample === null ? undefined : typeof sample
}

export function isNullable(schema: JsonSchema): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null')
}

/**
 * Parses a parameter schema and prepares it for forms: replaces local references with their targets (except cyclic
 * ones), and turns "this or null" into one schema with a nullable type. Undefined if there is no text, or if the JSON
 * is not an object. Throws if the text is not JSON.
 */
export function readSchema(text: string | null | undefined): JsonSchema | undefined {
  if (!text) return undefined
  const parsed: unknown = JSON.parse(text)
  return isRecord(parsed) ? prepareSchema(parsed as JsonSchema) : undefined
}

/** Prepares a parsed schema for forms. */
export function prepareSchema(root: JsonSchema): JsonSchema {
  return prepare(root, root, [])
}

function prepare(schema: JsonSchema, root: JsonSchema, seen: string[]): JsonSchema {
  if (schema.$ref !== undefined) {
    const target = seen.includes(schema.$ref) ? undefined : referenced(schema.$ref, root)
    if (!target) return schema
    const { $ref, ...rest } = schema
    return prepare({ ...target, ...rest }, root, [...seen, $ref])
  }
  const within = (child: JsonSchema) => prepare(child, root, seen)
  const prepared: JsonSchema = { ...schema }
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
    prepared.properties = Object.fromEntries(entries.map(([name, child]) => [name, within(child)]))
  }
  if (isRecord(schema.items)) prepared.items = within(schema.items)
  for (const key of ['oneOf', 'anyOf', 'allOf'] as const) {
    const branches = schema[key]
    if (branches) prepared[key] = branches.map(within)
  }
  return foldNull(prepared)
}

function foldNull(schema: JsonSchema): JsonSchema {
  const key = schema.anyOf ? 'anyOf' : 'oneOf'
  const branches = schema[key]
  if (!branches?.some((branch) => branch.type === 'null')) return schema
  const others = branches.filter((branch) => branch.type !== 'null')
  const only = others[0]
  if (others.length !== 1 || !only) return schema
  const { [key]: _folded, ...rest } = schema
  const type = typeOf(only)
  const folded: JsonSchema = { ...only, ...rest }
  if (type !== undefined) folded.type = [type, 'null']
  if (only.enum) folded.enum = [...only.enum, null]
  return folded
}

/**
 * Returns the target of a local reference: `#` is the whole schema, `#/$defs/x` a part of it. Undefined for other
 * references, and if there is no such part.
 */
export function referenced(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  const found = valueAt(root, ref)
  return isRecord(found) ? (found as JsonSchema) : undefined
}
