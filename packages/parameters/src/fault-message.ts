import { formatted } from './format-number.ts'
import { type JsonSchema, typeOf } from './json-schema.ts'

type Wording = (schema: JsonSchema, value: unknown) => string

const WORDINGS: Record<string, Wording> = {
  required: (schema) => missingMessage(schema),
  type: (schema, value) => typeMessage(schema, value),
  enum: (schema) => `Choose one of: ${listed(schema.enum ?? [])}.`,
  const: (schema) => `Must be ${textOf(schema.const)}.`,
  minimum: (schema, value) => limitMessage(schema, value, 'less than', schema.minimum, 'or more'),
  exclusiveMinimum: (schema, value) =>
    `${shown(schema, value)} is too small. Choose a value greater than ${shown(schema, schema.exclusiveMinimum)}.`,
  maximum: (schema, value) => limitMessage(schema, value, 'more than', schema.maximum, 'or less'),
  exclusiveMaximum: (schema, value) =>
    `${shown(schema, value)} is too large. Choose a value less than ${shown(schema, schema.exclusiveMaximum)}.`,
  multipleOf: (schema) => `Choose a multiple of ${shown(schema, schema.multipleOf)}.`,
  minLength: (schema) => (schema.minLength === 1 ? 'Enter a value.' : `Enter at least ${schema.minLength} characters.`),
  maxLength: (schema) => `Enter at most ${schema.maxLength} characters.`,
  pattern: (schema) =>
    schema.description
      ? 'This doesn’t match what the help text of this field requires.'
      : `This doesn’t match the pattern ${schema.pattern}.`,
  minItems: (schema) =>
    schema.minItems === 1 ? `Choose at least one ${itemWord(schema)}.` : `Choose at least ${schema.minItems}.`,
  maxItems: (schema) => `Choose at most ${schema.maxItems}.`,
  uniqueItems: () => 'Values must be unique. Remove the duplicates.',
  false: () => 'The step has no parameter with this name. Remove it.',
  steps: () => 'Checking these parameters against the step takes too long. Use shorter strings and lists.',
  size: () => 'These parameters are too large or nested too deeply to check.',
}

const FORMATS: Record<string, string> = {
  date: 'Enter a date, such as 2024-11-20.',
  'date-time': 'Enter a date and time with a UTC offset, such as 2024-11-20T09:30:00Z.',
  time: 'Enter a time, such as 09:30:00Z.',
  uri: 'Enter a full URL, such as https://example.org/data.',
  email: 'Enter an email address.',
  regex: 'This isn’t a valid regular expression.',
}

const EXPECTED: Record<string, string> = {
  string: 'Expected text.',
  boolean: 'Expected true or false.',
  object: 'Expected an object.',
  array: 'Expected a list.',
  null: 'Leave this empty.',
}

const LISTED_MAX = 12
const SHOWN_MAX = 60

/** Describes what is wrong with a value that violates `keyword`, and how to correct the value. */
export function faultMessage(keyword: string, schema: JsonSchema, value: unknown): string {
  if (keyword === 'format') return FORMATS[schema.format ?? ''] ?? `Expected the format ${schema.format}.`
  return WORDINGS[keyword]?.(schema, value) ?? 'The step doesn’t accept this value.'
}

function limitMessage(schema: JsonSchema, value: unknown, relation: string, limit: unknown, choice: string): string {
  return `${shown(schema, value)} is ${relation} ${shown(schema, limit)}. Choose ${shown(schema, limit)} ${choice}.`
}

function typeMessage(schema: JsonSchema, value: unknown): string {
  if (value === null || value === undefined || value === '') return missingMessage(schema)
  const type = typeOf(schema)
  if (type === 'integer' && typeof value === 'number') return `${formatted(value)} isn’t a whole number.`
  if (type === 'integer' || type === 'number') return `“${textOf(value)}” isn’t a number.`
  return EXPECTED[type ?? ''] ?? 'The step doesn’t accept this value.'
}

function missingMessage(schema: JsonSchema): string {
  const isColumn = schema['x-column-of'] !== undefined || schema.items?.['x-column-of'] !== undefined
  if (isColumn) return typeOf(schema) === 'array' ? 'Choose at least one column.' : 'Choose a column.'
  if (schema.enum || schema.oneOf) return 'Choose one.'
  const type = typeOf(schema)
  return type === 'number' || type === 'integer' ? 'Enter a number.' : 'Enter a value.'
}

function itemWord(schema: JsonSchema): string {
  return (schema['x-column-of'] ?? schema.items?.['x-column-of']) ? 'column' : 'value'
}

function listed(values: unknown[]): string {
  const more = values.length - LISTED_MAX
  return values.slice(0, LISTED_MAX).map(textOf).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function shown(schema: JsonSchema, value: unknown): string {
  const text = typeof value === 'number' ? formatted(value) : textOf(value)
  return schema['x-unit'] ? `${text} ${schema['x-unit']}` : text
}

/**
 * Returns a value as text, shortened if necessary. Does not call `toString`, which may be a field of an untrusted
 * object.
 */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
