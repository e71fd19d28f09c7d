import { Budget } from './budget.ts'
import { faultMessage } from './fault-message.ts'
import { violationsOf } from './faults.ts'
import { type JsonSchema, referenced } from './json-schema.ts'
import { linearPattern, UnusablePattern } from './linear-pattern.ts'
import { pointerOf } from './pointer.ts'
import { readParts, type SchemaLimits, type SchemaPart, TooMuchSchema } from './schema-parts.ts'

/*
 * The permitted content of a parameter schema: JSON Schema draft 2020-12 of bounded size, without references to other
 * documents. Registration refuses other schemas, because the interpreter does not check schemas: it would ignore a
 * limit that is not a number, reject every value if a type is misspelled, and throw at an invalid pattern.
 */
const schema = { $ref: '#/$defs/schema' }
const schemas = { type: 'object', additionalProperties: schema }
const schemaList = { type: 'array', minItems: 1, items: schema }
const count = { type: 'integer', minimum: 0 }
const number = { type: 'number' }
const text = { type: 'string' }
const texts = { type: 'array', items: text }
const typeName = { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] }

const keywords: Record<string, object | boolean> = {
  type: { anyOf: [typeName, { type: 'array', minItems: 1, items: typeName }] },
  enum: { type: 'array' },
  required: texts,
  dependentRequired: { type: 'object', additionalProperties: texts },
  format: text,
  pattern: text,
  $ref: text,
  uniqueItems: { type: 'boolean' },
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  'x-group': text,
  'x-volatile-words': { type: 'array', items: { type: 'string' }, maxItems: 500 },
  'x-applies-if': { type: 'object', additionalProperties: { type: 'array' } },
  'x-enum-titles': { type: 'object', additionalProperties: text },
  $dynamicRef: false,
  $recursiveRef: false,
}
const forms: [object, string][] = [
  [schemas, 'properties patternProperties $defs definitions dependentSchemas'],
  [schemaList, 'allOf anyOf oneOf prefixItems'],
  [schema, 'items additionalProperties propertyNames unevaluatedItems unevaluatedProperties'],
  [schema, 'not if then else contains'],
  [number, 'minimum maximum exclusiveMinimum exclusiveMaximum'],
  [count, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'],
  [text, 'title description'],
]
for (const [form, names] of forms) for (const name of names.split(' ')) keywords[name] = form

const META = {
  ...schema,
  $defs: { schema: { type: ['object', 'boolean'], properties: keywords } },
} as unknown as JsonSchema

/**
 * Returns why the schema cannot be used, or undefined if it can. The default limits are those of a parameter schema.
 */
export function schemaFault(
  root: Record<string, unknown>,
  budget = new Budget(),
  limits?: SchemaLimits,
): string | undefined {
  let parts: SchemaPart[]
  try {
    parts = readParts(root, limits)
  } catch (error) {
    if (error instanceof TooMuchSchema) return error.message
    throw error
  }
  const reference = () => referenceFault(parts, root as JsonSchema)
  return formFault(root, budget) ?? identifierFault(parts) ?? patternFault(parts) ?? reference()
}

function formFault(root: Record<string, unknown>, budget: Budget): string | undefined {
  const deepest = violationsOf(META, root, { budget }).toSorted((a, b) => b.path.length - a.path.length)[0]
  if (!deepest) return undefined
  const { keyword, schema: rule, path, value } = deepest
  const reason = keyword === 'false' ? 'This keyword is not supported.' : faultMessage(keyword, rule, value)
  return `${placeOf(path)} is not valid. ${reason}`
}

/**
 * Only the whole schema may have an identifier, because an identifier changes the meaning of references within its
 * subschema.
 */
function identifierFault([root, ...parts]: SchemaPart[]): string | undefined {
  const $id: unknown = root?.schema.$id
  if ($id !== undefined && !(typeof $id === 'string' && URL.canParse($id, 'https://example.com'))) {
    return '$id is not valid. Expected a URL.'
  }
  const inner = parts.find(({ schema }) => schema.$id !== undefined)
  return inner && `${placeOf(inner.path)} is not valid. $id is only supported for the whole schema.`
}

function patternFault(parts: SchemaPart[]): string | undefined {
  const patterns = parts.flatMap(({ schema: { pattern, patternProperties = {} }, path }) => [
    ...(pattern === undefined ? [] : [{ source: pattern, path: [...path, 'pattern'] }]),
    ...Object.keys(patternProperties).map((source) => ({ source, path: [...path, 'patternProperties', source] })),
  ])
  for (const { source, path } of patterns) {
    try {
      linearPattern(source)
    } catch (error) {
      if (error instanceof UnusablePattern) return `${placeOf(path)} is not valid. ${error.message}`
      throw error
    }
  }
  return undefined
}

function referenceFault(parts: SchemaPart[], root: JsonSchema): string | undefined {
  const known = new Set<unknown>(parts.map(({ schema }) => schema))
  const lost = parts.find(({ schema: { $ref } }) => $ref !== undefined && !known.has(referenced($ref, root)))
  return (
    lost &&
    `The reference ${lost.schema.$ref} cannot be resolved. Refer only to parts of the same schema, such as #/$defs/name.`
  )
}

function placeOf(path: SchemaPart['path']): string {
  return pointerOf(path) || 'The schema'
}
