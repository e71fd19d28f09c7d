import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { Fault } from '@millrace/contracts/problems'
import { faultMessage } from './fault-message.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import { partsOf, pointerOf, valueAt } from './pointer.ts'

/** Keywords that only repeat that something below them is wrong. */
const WRAPPERS = ['properties', 'items', 'prefixItems', 'allOf', 'if', 'then', 'else', '$ref', 'dependentSchemas']
const UNION = /\/(?:oneOf|anyOf)\/\d+/

const validators = new WeakMap<JsonSchema, Validator>()

/** An interpreter for the schema: no code is generated, so it runs under a policy that forbids eval. */
export function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const made = new Validator(schema as Schema, '2020-12', false)
  validators.set(schema, made)
  return made
}

/** Everything that is wrong with the parameters, one fault for each place, in words for people. */
export function faultsOf(schema: JsonSchema, value: unknown): Fault[] {
  const { errors } = validatorOf(schema).validate(value)
  const faults = withoutStrayBranches(errors).map((unit) => faultOf(unit, schema, value))
  return faults.filter((fault, index) => faults.findIndex((other) => other.pointer === fault.pointer) === index)
}

function faultOf(unit: OutputUnit, root: JsonSchema, value: unknown): Fault {
  const pointer = placeOf(unit)
  const schema = unit.keyword === 'required' ? valueAt(root, childLocation(unit)) : valueAt(root, parentOf(unit))
  const field = isRecord(schema) ? (schema as JsonSchema) : {}
  return { pointer, message: faultMessage(unit.keyword, field, valueAt(value, pointer)) }
}

/** Of the branches of a choice only the one that was meant counts: the one whose constants match, else the shortest. */
function withoutStrayBranches(units: OutputUnit[]): OutputUnit[] {
  const unions = units.filter((unit) => unit.keyword === 'oneOf' || unit.keyword === 'anyOf')
  const stray = new Set(unions.flatMap((union) => strayBranches(union.keywordLocation, units)))
  const kept = units.filter(
    (unit) => !WRAPPERS.includes(unit.keyword) && ![...stray].some((path) => isUnder(path, unit)),
  )
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
  const ordered = branches.toSorted((a, b) => weight(a) - weight(b))
  return ordered.slice(1)
}

function isUnder(path: string, unit: OutputUnit): boolean {
  return unit.keywordLocation.startsWith(`${path}/`)
}

function placeOf(unit: OutputUnit): string {
  const base = unit.instanceLocation.replace(/^#/, '')
  const missing = missingName(unit)
  return missing === undefined ? pointerOf(partsOf(base)) : pointerOf([...partsOf(base), missing])
}

function missingName(unit: OutputUnit): string | undefined {
  if (unit.keyword !== 'required' && unit.keyword !== 'additionalProperties') return undefined
  return /"(.*)"/.exec(unit.error)?.[1]
}

function parentOf(unit: OutputUnit): string {
  return unit.keywordLocation.replace(/^#/, '').replace(/\/[^/]*$/, '')
}

function childLocation(unit: OutputUnit): string {
  return `${parentOf(unit)}/properties${pointerOf([missingName(unit) ?? ''])}`
}
