import { type Check, DescribedParts, type Subject, type ValueAtPath } from './checker.ts'
import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './pointer.ts'

export function checkObject(subject: Subject, check: Check): void {
  const { checker, schema, place, out, described } = subject
  const value = place.value as Record<string, unknown>
  checkNames(subject, value, check)
  const checkNamed = (part: unknown, name: string) => {
    check(checker, part, { value: value[name], parent: place, part: name }, out, new DescribedParts())
    described.parts.add(name)
  }
  const declaredNames = new Set<string>()
  const describe = (part: unknown, name: string) => {
    declaredNames.add(name)
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
    for (const name of Object.keys(value)) if (!declaredNames.has(name)) checkNamed(schema.additionalProperties, name)
  }
  for (const [name, part] of Object.entries(schema.dependentSchemas ?? {})) {
    if (Object.hasOwn(value, name)) check(checker, part, place, out, described)
  }
  if (schema.unevaluatedProperties === undefined) return
  for (const name of Object.keys(value)) if (!described.parts.has(name)) checkNamed(schema.unevaluatedProperties, name)
}

function checkNames(subject: Subject, value: Record<string, unknown>, check: Check): void {
  const { checker, schema, place, out } = subject
  const names = Object.keys(value)
  checker.budget.spend(names.length + (schema.required?.length ?? 0))
  const missing = (name: string) => {
    if (Object.hasOwn(value, name) || checker.isFull(out)) return
    const absent: ValueAtPath = { value: undefined, parent: place, part: name }
    out.push(checker.violation('required', fieldOf(subject, name), absent))
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
    check(checker, propertyNames, { value: name, parent: place, part: name }, out, new DescribedParts())
  }
}

/** Returns the schema of a missing value, which determines the error message. */
function fieldOf({ checker, schema }: Subject, name: string): JsonSchema {
  const field = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined
  const target = isRecord(field) ? checker.resolve(field.$ref) : undefined
  return { ...(isRecord(target) && target), ...(isRecord(field) && field) }
}
