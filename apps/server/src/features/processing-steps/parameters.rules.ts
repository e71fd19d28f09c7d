import type { Fault } from '@millrace/contracts/problems'
import { withDefaults } from '@millrace/parameters/defaults'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { Problem } from '#problem.ts'
import { bounded, TookTooLong } from './bounded.ts'

type Json = Record<string, unknown>

/*
 * Schemas and values are untrusted, and matching a pattern or comparing the items of a long list can take forever. Such
 * checks run with a time limit. Other checks run without it, because setting it up takes longer than the check.
 */
const CHECK_MS = 1000
const COSTLY = /"(pattern|patternProperties|propertyNames|uniqueItems|contains|format|\$ref)":/
const LARGE = 20_000
const TOO_SLOW: Fault = {
  pointer: '',
  message: 'Checking these parameters against the step takes too long. Use shorter texts and lists.',
}

/** Refuses a parameter schema that the validator cannot use. */
export function requireUsableSchema(schema: Json): void {
  const message = inTime(() => schemaFault(schema), 'It takes too long to read.')
  if (message === undefined) return
  const faults = [{ pointer: '/parameters', message }]
  throw new Problem('invalid-parameters', `The parameter schema can’t be used. ${message}`, { faults })
}

/** The parameters that a job runs with: the schema's defaults, overridden by the step's, then by the job's own. */
export function effectiveParameters(schema: Json | null, stepDefaults: Json | null, configured: Json | null): Json {
  const value = { ...stepDefaults, ...configured }
  return schema === null ? value : withDefaults(schema as JsonSchema, value)
}

/** What is wrong with the parameters that a job would run with. */
export function parameterFaults(schema: Json | null, stepDefaults: Json | null, configured: Json | null): Fault[] {
  if (schema === null) return []
  return check(schema, { ...stepDefaults, ...configured }, (value) =>
    faultsOf(schema as JsonSchema, withDefaults(schema as JsonSchema, value)),
  )
}

/** What is wrong with a step's default parameters. They may be incomplete. */
export function defaultsFaults(schema: Json, defaults: Json): Fault[] {
  return check(schema, defaults, (value) => faultsOf(schema as JsonSchema, value, { partial: true }))
}

function check(schema: Json, value: Json, faults: (value: Json) => Fault[]): Fault[] {
  const text = JSON.stringify([schema, value])
  if (text.length < LARGE && !COSTLY.test(text)) return faults(value)
  return inTime(() => faults(value), [TOO_SLOW])
}

function inTime<T>(work: () => T, otherwise: T): T {
  try {
    return bounded(work, CHECK_MS)
  } catch (error) {
    if (error instanceof TookTooLong) return otherwise
    throw error
  }
}
