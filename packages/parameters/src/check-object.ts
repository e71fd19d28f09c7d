import { type At, type Check, type Place, Seen } from './checker.ts'
import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './pointer.ts'

export function checkObject(at: At, check: Check): void {
  const { checker, schema, place, out, seen } = at
  const value = place.value as Record<string, unknown>
  checkNames(at, value, check)
  const checkNamed = (part: unknown, name: string) => {
    check(checker, part, { value: value[name], parent: place, part: name }, out, new Seen())
    seen.parts.add(name)
  }
  const described = new Set<string>()
  const describe = (part: unknown, name: string) => {
    described.add(name)
    checkNamed(part, name)
  }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(value, name)) describe(part, name)
    checker.budget.spend()
  }
  for (const [pattern, part] of Object.entries(schema.patternProperties ?? {})) {
    for (const name of Object.keys(value)) if (checker.matches(pattern, name)) describe(part, name)
  }
  if (schema.additionalProperties !== undefined) {
    for (const name of Object.keys(value)) if (!described.has(name)) checkNamed(schema.additionalProperties, name)
  }
  for (const [name, part] of Object.entries(schema.dependentSchemas ?? {})) {
    if (Object.hasOwn(value, name)) check(checker, part, place, out, seen)
  }
  if (schema.unevaluatedProperties === undefined) return
  for (const name of Object.keys(value)) if (!seen.parts.has(name)) checkNamed(schema.unevaluatedProperties, name)
}

function checkNames(at: At, value: Record<string, unknown>, check: Check): void {
  const { checker, schema, place, out } = at
  const names = Object.keys(value)
  checker.budget.spend(names.length + (schema.required?.length ?? 0))
  const missing = (name: string) => {
    if (Object.hasOwn(value, name) || checker.isFull(out)) return
    const absent: Place = { value: undefined, parent: place, part: name }
    out.push(checker.violation('required', fieldOf(at, name), absent))
  }
  for (const name of schema.required ?? []) missing(name)
  for (const [name, others] of Object.entries(schema.dependentRequired ?? {})) {
    if (Object.hasOwn(value, name)) for (const other of others) missing(other)
  }
  const { minProperties, maxProperties, propertyNames } = schema
  if (minProperties !== undefined && names.length < minProperties) {
    out.push(checker.violation('minProperties', schema, place))
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    out.push(checker.violation('maxProperties', schema, place))
  }
  if (propertyNames === undefined) return
  for (const name of names) {
    check(checker, propertyNames, { value: name, parent: place, part: name }, out, new Seen())
  }
}

/** Returns the schema of a missing value, which determines the error message. */
function fieldOf({ checker, schema }: At, name: string): JsonSchema {
  const field = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined
  const target = isRecord(field) ? checker.resolve(field.$ref) : undefined
  return { ...(isRecord(target) && target), ...(isRecord(field) && field) }
}
