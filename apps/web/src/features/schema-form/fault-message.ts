import { formatted } from './field-kind.ts'
import { type JsonSchema, typeOf } from './json-schema.ts'

type Wording = (schema: JsonSchema, value: unknown) => string

const WORDINGS: Record<string, Wording> = {
  required: (schema) => missingMessage(schema),
  type: (schema, value) => typeMessage(schema, value),
  enum: () => 'Choose one of the values on offer.',
  const: (schema) => `This has to be ${String(schema.const)}.`,
  minimum: (schema, value) => limitMessage(schema, value, 'less than', schema.minimum, 'or more'),
  exclusiveMinimum: (schema, value) =>
    `${shown(schema, value)} is too small. Choose more than ${shown(schema, schema.exclusiveMinimum)}.`,
  maximum: (schema, value) => limitMessage(schema, value, 'more than', schema.maximum, 'or less'),
  exclusiveMaximum: (schema, value) =>
    `${shown(schema, value)} is too large. Choose less than ${shown(schema, schema.exclusiveMaximum)}.`,
  multipleOf: (schema) => `Choose a multiple of ${shown(schema, schema.multipleOf)}.`,
  minLength: (schema) => (schema.minLength === 1 ? 'Enter a value.' : `Enter at least ${schema.minLength} characters.`),
  maxLength: (schema) => `Enter at most ${schema.maxLength} characters.`,
  pattern: (schema) =>
    schema.description ? 'This has another form than described below.' : `This has to match ${schema.pattern}.`,
  minItems: (schema) =>
    schema.minItems === 1 ? `Choose at least one ${itemWord(schema)}.` : `Choose at least ${schema.minItems}.`,
  maxItems: (schema) => `Choose at most ${schema.maxItems}.`,
  uniqueItems: () => 'A value stands here twice. Remove one of them.',
  additionalProperties: () => 'The step knows no such parameter. Remove it.',
  false: () => 'The step knows no such parameter. Remove it.',
}

const FORMATS: Record<string, string> = {
  date: 'Enter a date, such as 2024-11-20.',
  'date-time': 'Enter a date and time, such as 2024-11-20T09:30:00Z.',
  time: 'Enter a time, such as 09:30:00Z.',
  uri: 'Enter a full address, such as https://example.org/data.',
  email: 'Enter an email address.',
  regex: 'This is not a regular expression.',
}

/** Says what is wrong with a field and what to do, from the keyword of the schema that refused its value. */
export function faultMessage(keyword: string, schema: JsonSchema, value: unknown): string {
  if (keyword === 'format') return FORMATS[schema.format ?? ''] ?? `This is not a ${schema.format}.`
  return WORDINGS[keyword]?.(schema, value) ?? 'The step does not take this value.'
}

function limitMessage(schema: JsonSchema, value: unknown, relation: string, limit: unknown, choice: string): string {
  return `${shown(schema, value)} is ${relation} ${shown(schema, limit)}. Choose ${shown(schema, limit)} ${choice}.`
}

function typeMessage(schema: JsonSchema, value: unknown): string {
  if (value === null || value === undefined || value === '') return missingMessage(schema)
  const type = typeOf(schema)
  if (type === 'integer' && typeof value === 'number') return `${formatted(value)} is not a whole number.`
  if (type === 'integer' || type === 'number') return `"${String(value)}" is not a number.`
  return type === 'object' || type === 'array'
    ? 'This has another shape than the step takes.'
    : `Enter ${article(type)}.`
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

function article(type: string | undefined): string {
  return type === 'boolean' ? 'yes or no' : 'a text'
}

function shown(schema: JsonSchema, value: unknown): string {
  const text = typeof value === 'number' ? formatted(value) : String(value)
  return schema['x-unit'] ? `${text} ${schema['x-unit']}` : text
}
