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

/** The JSON types that a schema names, or undefined if it leaves them open. */
export function typesOf({ type }: Typed): string[] | undefined {
  return typeof type === 'string' ? [type] : Array.isArray(type) && type.length > 0 ? type : undefined
}

/** Whether a value of one schema may satisfy another: one of the types that it can have does. A number may be whole. */
export function typesFit(from: Typed, to: Typed): boolean {
  const [possible, accepted] = [typesOf(from), typesOf(to)]
  if (!possible || !accepted) return true
  return possible.some((type) => accepted.some((other) => type === other || (isNumeric(type) && isNumeric(other))))
}

export function isNumeric(type: string): boolean {
  return type === 'number' || type === 'integer'
}

/** `a number or null` */
export function typeText(schema: Typed): string {
  return (typesOf(schema) ?? []).map((type) => ownValue(WORDS, type) ?? type).join(' or ')
}
