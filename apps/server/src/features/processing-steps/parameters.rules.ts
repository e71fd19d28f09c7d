import { LIMITS, SCHEMA_LIMITS } from '@millrace/contracts/limits'
import type { Manifest } from '@millrace/contracts/manifest'
import type { Fault } from '@millrace/contracts/problems'
import { type Budget, BudgetUsedUp } from '@millrace/parameters/budget'
import { withDefaults } from '@millrace/parameters/defaults'
import { faultsOf, faultsWithDefaults } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue } from '@millrace/parameters/pointer'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { Problem } from '#problem.ts'

type Json = Record<string, unknown>

/** Refuses a manifest if it or its return schema is too large, or if its parameter schema cannot be used. */
export function requireUsableManifest(manifest: Manifest): void {
  const message = manifest.parameters ? schemaFault(manifest.parameters) : undefined
  if (message !== undefined) throw unusable('/parameters', `The parameter schema can’t be used. ${message}`)
  if (sizeOf(manifest.returns) > SCHEMA_LIMITS.bytes) {
    throw unusable(
      '/returns',
      `/returns is too large. A return schema can be up to ${kilobytes(SCHEMA_LIMITS.bytes)} in size.`,
    )
  }
  if (sizeOf(manifest) > LIMITS.manifestBytes) {
    throw unusable('', `The manifest is too large. It can be up to ${kilobytes(LIMITS.manifestBytes)} in size.`)
  }
}

function unusable(pointer: string, message: string): Problem {
  return new Problem('invalid-parameters', message, { faults: [{ pointer, message }] })
}

/**
 * Returns the parameters that a job runs with: the schema's defaults, overridden by the step's, then by the job's own.
 * If filling in the schema's defaults takes too long, they are omitted, and the worker fills them in.
 */
export function effectiveParameters(schema: Json | null, stepDefaults: Json | null, configured: Json | null): Json {
  const value = { ...stepDefaults, ...configured }
  try {
    return schema === null ? value : withDefaults(schema as JsonSchema, value)
  } catch (error) {
    if (error instanceof BudgetUsedUp) return value
    throw error
  }
}

/**
 * Returns the values to show in the form for a step's parameters: the job's parameters, or otherwise the step's
 * defaults. The form's schema does not mention null, so a null is left out unless it overrides a default or the
 * parameter is required.
 */
export function formValues(
  { parameterSchema, defaultParameters }: { parameterSchema: Json | null; defaultParameters: Json | null },
  ofJob: Json | null,
): Json {
  const { properties, required = [] } = (parameterSchema ?? {}) as JsonSchema
  const isUnset = (name: string, value: unknown) => {
    const field = ownValue(properties, name)
    const byDefault = ownValue(defaultParameters, name) ?? field?.default ?? null
    return value === null && field !== undefined && byDefault === null && !required.includes(name)
  }
  const values = Object.entries(ofJob ?? defaultParameters ?? {})
  return Object.fromEntries(values.filter(([name, value]) => !isUnset(name, value)))
}

export interface GivenParameters {
  schema: Json | null
  given: Json
  /** Whether any parameter may be missing, as in a step’s defaults. */
  partial: boolean
}

/** Returns the faults that are found in the parameters before the budget is used up. */
export function faultsWithin(budget: Budget, { schema, given, partial }: GivenParameters): Fault[] {
  if (schema === null) return []
  return partial
    ? faultsOf(schema as JsonSchema, given, { partial, budget })
    : faultsWithDefaults(schema as JsonSchema, given, budget)
}

/** Returns a fault if the parameters are too large for any step. `text` is their JSON. */
export function sizeFault(parameters: Json, text: string): Fault | undefined {
  const bytes = Buffer.byteLength(text)
  if (bytes > LIMITS.parametersBytes) {
    const message = `The parameters are ${kilobytes(bytes)}. The limit is ${kilobytes(LIMITS.parametersBytes)}. Put large content into a file and use it as an input.`
    return { pointer: '', message }
  }
  if (!hasMoreValues(parameters, LIMITS.parameterValuesMax)) return undefined
  const values = LIMITS.parameterValuesMax.toLocaleString('en')
  return { pointer: '', message: `The parameters have more than ${values} values. Put long lists into a file.` }
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`
}

/** Whether a JSON value contains more than `most` values, including nested ones. */
export function hasMoreValues(root: unknown, most: number): boolean {
  let count = 0
  const open = [root]
  for (let value = open.pop(); value !== undefined && count <= most; value = open.pop()) {
    count += 1
    if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) open.push(child)
  }
  return count > most
}
