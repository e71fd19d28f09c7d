import type { Violation } from '@millrace/parameters/checker'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { listed, plural, quoted } from '@millrace/tables/sentences'

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const RULES: Record<string, (schema: JsonSchema) => string> = {
  false: () => 'is not allowed',
  required: () => 'is required',
  type: ({ type }) => `must be ${typesOf(type)}`,
  enum: ({ enum: values = [] }) => `must be one of ${listed(values.map(shortValue))}`,
  const: ({ const: value }) => `must be ${shortValue(value)}`,
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  maximum: ({ maximum }) => `must be at most ${maximum}`,
  exclusiveMinimum: ({ exclusiveMinimum }) => `must be more than ${exclusiveMinimum}`,
  exclusiveMaximum: ({ exclusiveMaximum }) => `must be less than ${exclusiveMaximum}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minLength: ({ minLength = 0 }) => `must have at least ${plural(minLength, 'character')}`,
  maxLength: ({ maxLength = 0 }) => `must have at most ${plural(maxLength, 'character')}`,
  pattern: ({ pattern = '' }) => `must match the pattern ${quoted(pattern)}`,
  format: ({ format }) => `must be in the format ${format}`,
  minItems: ({ minItems = 0 }) => `must have at least ${plural(minItems, 'item')}`,
  maxItems: ({ maxItems = 0 }) => `must have at most ${plural(maxItems, 'item')}`,
  uniqueItems: () => 'must not have duplicate items',
  contains: () => 'must have an item that matches “contains”',
  minContains: ({ minContains = 0 }) => `must have at least ${plural(minContains, 'item')} that match “contains”`,
  maxContains: ({ maxContains = 0 }) => `must have at most ${plural(maxContains, 'item')} that match “contains”`,
  minProperties: ({ minProperties = 0 }) => `must have at least ${plural(minProperties, 'property', 'properties')}`,
  maxProperties: ({ maxProperties = 0 }) => `must have at most ${plural(maxProperties, 'property', 'properties')}`,
  not: () => 'must not match the schema under “not”',
  anyOf: () => 'must match one of the schemas under “anyOf”',
  oneOf: () => 'must match only one of the schemas under “oneOf”',
}

/** Describes a broken rule without the invalid value, such as `must be at least 0`, so violations can be grouped. */
export function ruleOf({ keyword, schema }: Pick<Violation, 'keyword' | 'schema'>): string {
  return RULES[keyword]?.(schema) ?? `must meet “${keyword}”`
}

/** Describes the invalid value in a few words. */
export function foundValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `a list of ${plural(value.length, 'item')}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

function shortValue(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : foundValue(value)
}

function typesOf(type: JsonSchema['type']): string {
  return [type ?? []]
    .flat()
    .map((name) => TYPES[name] ?? name)
    .join(' or ')
}
