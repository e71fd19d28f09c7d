import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { Fault } from '@millrace/contracts/problems'
import { faultMessage } from './fault-message.ts'
import { type JsonSchema, subschemaAt } from './json-schema.ts'
import { isRecord, partsOf, pointerOf, valueAt } from './pointer.ts'

/*
 * Schemas come from workers, so they are interpreted and never compiled to code. Each validator has access only to its
 * own schema, regardless of `$id`. The server and the form both call the functions below, so they report the same
 * faults at the same locations with the same messages.
 */

/** Keywords whose errors only repeat an error of a nested schema. */
const WRAPPERS = [
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'dependentSchemas'],
  ...['items', 'prefixItems', 'unevaluatedItems', 'allOf', 'if', 'then', 'else', '$ref'],
]
const UNION = /\/(?:oneOf|anyOf)\/\d+/

/**
 * The maximum number of errors to examine. Sorting time grows with the square of their number, and more errors add no
 * information.
 */
const ERRORS_MAX = 500
const FAULTS_MAX = 50

const validators = new WeakMap<JsonSchema, Validator>()

/** The schema validator. */
export function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const made = new Validator(schema as Schema, '2020-12', false)
  validators.set(schema, made)
  return made
}

/** All faults of the parameters, one per location. With `partial`, any parameter may be missing. */
export function faultsOf(schema: JsonSchema, value: unknown, { partial = false } = {}): Fault[] {
  const faults = new Map<string, Fault>()
  for (const unit of withoutStrayBranches(errorsOf(schema, value))) {
    if (partial && unit.keyword === 'required') continue
    const fault = faultOf(unit, schema, value)
    if (!faults.has(fault.pointer)) faults.set(fault.pointer, fault)
  }
  return [...faults.values()].slice(0, FAULTS_MAX)
}

function errorsOf(schema: JsonSchema, value: unknown): OutputUnit[] {
  try {
    return validatorOf(schema).validate(value).errors.slice(0, ERRORS_MAX)
  } catch (error) {
    // The stack overflowed because the schema refers to itself endlessly, or because there are more errors than a
    // function call can take as arguments.
    if (!(error instanceof RangeError)) throw error
    return [{ keyword: 'size', keywordLocation: '#/size', instanceLocation: '#', error: error.message }]
  }
}

function faultOf(unit: OutputUnit, root: JsonSchema, value: unknown): Fault {
  const pointer = placeOf(unit)
  const field = subschemaAt(root, unit.keyword === 'required' ? childLocation(unit) : parentOf(unit))
  return { pointer, message: faultMessage(unit.keyword, isRecord(field) ? field : {}, valueAt(value, pointer)) }
}

/**
 * For a choice, keeps only the errors of the branch that the user probably meant: the one whose constants match, or
 * else the one with the fewest errors.
 */
function withoutStrayBranches(units: OutputUnit[]): OutputUnit[] {
  const unions = units.filter((unit) => unit.keyword === 'oneOf' || unit.keyword === 'anyOf')
  const stray = [...new Set(unions.flatMap((union) => strayBranches(union.keywordLocation, units)))]
  const kept = units.filter((unit) => !WRAPPERS.includes(unit.keyword) && !stray.some((path) => isUnder(path, unit)))
  const places = kept.filter((unit) => UNION.test(unit.keywordLocation)).map((unit) => unit.keywordLocation)
  return kept.filter(
    (unit) => !unions.includes(unit) || !places.some((place) => place.startsWith(`${unit.keywordLocation}/`)),
  )
}

function strayBranches(location: string, units: OutputUnit[]): string[] {
  const below = units.filter((unit) => unit.keywordLocation.startsWith(`${location}/`))
  const branches = [
    ...new Set(below.map((unit) => `${location}/${unit.keywordLocation.slice(location.length + 1).split('/')[0]}`)),
  ]
  const weight = (branch: string) => {
    const own = below.filter((unit) => isUnder(branch, unit))
    return own.length + own.filter((unit) => unit.keyword === 'const' || unit.keyword === 'type').length * 100
  }
  return branches.toSorted((a, b) => weight(a) - weight(b)).slice(1)
}

function isUnder(path: string, unit: OutputUnit): boolean {
  return unit.keywordLocation.startsWith(`${path}/`)
}

function placeOf(unit: OutputUnit): string {
  const base = partsOf(unit.instanceLocation)
  const missing = missingName(unit)
  return pointerOf(missing === undefined ? base : [...base, missing])
}

function missingName(unit: OutputUnit): string | undefined {
  return unit.keyword === 'required' ? /"(.*)"/s.exec(unit.error)?.[1] : undefined
}

function parentOf(unit: OutputUnit): string {
  return unit.keywordLocation.replace(/\/[^/]*$/, '')
}

function childLocation(unit: OutputUnit): string {
  return `${parentOf(unit)}/properties${encodeURI(pointerOf([missingName(unit) ?? '']))}`
}
