import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { isRecord, partsOf } from './pointer.ts'

/*
 * What a parameter schema may contain: JSON Schema draft 2020-12 without references to other documents. The validator
 * ignores keywords that it cannot read, so a misspelled type or an invalid pattern would accept any value. Such a
 * schema is therefore refused at registration.
 */
const schema = { $ref: '#/$defs/schema' }
const schemas = { type: 'object', additionalProperties: schema }
const schemaList = { type: 'array', minItems: 1, items: schema }
const count = { type: 'integer', minimum: 0 }
const number = { type: 'number' }
const text = { type: 'string' }
const typeName = { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] }

const keywords: Record<string, object | boolean> = {
  type: { anyOf: [typeName, { type: 'array', minItems: 1, items: typeName }] },
  enum: { type: 'array' },
  required: { type: 'array', items: text },
  format: text,
  pattern: { type: 'string', format: 'regex' },
  patternProperties: { ...schemas, propertyNames: { format: 'regex' } },
  $ref: text,
  uniqueItems: { type: 'boolean' },
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  $dynamicRef: false,
  $recursiveRef: false,
}
const forms: [object, string][] = [
  [schemas, 'properties $defs definitions dependentSchemas'],
  [schemaList, 'allOf anyOf oneOf prefixItems'],
  [schema, 'items additionalProperties propertyNames unevaluatedItems unevaluatedProperties'],
  [schema, 'not if then else contains'],
  [number, 'minimum maximum exclusiveMinimum exclusiveMaximum'],
  [count, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'],
  [text, 'title description'],
]
for (const [form, names] of forms) for (const name of names.split(' ')) keywords[name] = form

const META: Schema = {
  ...schema,
  $defs: { schema: { type: ['object', 'boolean'], properties: keywords } },
} as Schema

const meta = new Validator(META, '2020-12', false)

/** Why a parameter schema cannot be used, in one sentence, or undefined if it can. */
export function schemaFault(root: Record<string, unknown>): string | undefined {
  const { errors } = meta.validate(root)
  const deepest = errors.toSorted((a, b) => depthOf(b) - depthOf(a))[0]
  if (deepest) return `${deepest.instanceLocation.slice(1) || 'The schema'} is not valid. ${deepest.error}`
  const known = lookupOf(root)
  if (typeof known === 'string') return known
  const remote = [...references(root)].find(({ target }) => known[target] === undefined)
  return remote && `The reference ${remote.ref} cannot be resolved. Refer only to parts of the same schema.`
}

function depthOf(unit: OutputUnit): number {
  return partsOf(unit.instanceLocation).length
}

function lookupOf(root: Record<string, unknown>): Record<string, unknown> | string {
  try {
    return (new Validator(root as Schema, '2020-12', false) as unknown as { lookup: Record<string, unknown> }).lookup
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * All references in a schema. The validator stores the absolute form of each reference next to it when it reads a
 * schema.
 */
function* references(node: unknown): Iterable<{ ref: string; target: string }> {
  if (Array.isArray(node)) for (const item of node) yield* references(item)
  if (!isRecord(node)) return
  const { $ref, __absolute_ref__: target } = node
  if (typeof $ref === 'string' && typeof target === 'string') yield { ref: $ref, target }
  for (const child of Object.values(node)) yield* references(child)
}
