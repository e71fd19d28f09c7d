import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue } from '@millrace/parameters/pointer'

const WORDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

type Typed = Pick<JsonSchema, 'type'>

/** Returns the JSON types that a schema names, or undefined if it does not restrict them. */
export function typesOf({ type }: Typed): string[] | undefined {
  return typeof type === 'string' ? [type] : Array.isArray(type) && type.length > 0 ? type : undefined
}

/**
 * Whether a value of the schema `from` may satisfy the schema `to`. It may if one of its types fits, or if either
 * schema does not restrict types. A number may fit an integer, because its value may be whole.
 */
export function typesFit(from: Typed, to: Typed): boolean {
  const [possible, accepted] = [typesOf(from), typesOf(to)]
  if (!possible || !accepted) return true
  return possible.some((type) => accepted.some((other) => type === other || (isNumeric(type) && isNumeric(other))))
}

export function isNumeric(type: string): boolean {
  return type === 'number' || type === 'integer'
}

/** Describes the types of a schema, such as `a number or null`. */
export function typeText(schema: Typed): string {
  return (typesOf(schema) ?? []).map((type) => ownValue(WORDS, type) ?? type).join(' or ')
}
