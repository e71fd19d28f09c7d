import { LIMITS, SCHEMA_LIMITS } from '@millrace/contracts/limits'
import type { Manifest } from '@millrace/contracts/manifest'
import type { Fault } from '@millrace/contracts/problems'
import { withDefaults } from '@millrace/parameters/defaults'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { Problem } from '#problem.ts'

type Json = Record<string, unknown>

/** Refuses a manifest that is too large or whose parameter schema the interpreter cannot use. */
export function requireUsableManifest(manifest: Manifest): void {
  const message = manifest.parameters ? schemaFault(manifest.parameters) : undefined
  if (message !== undefined) throw unusable('/parameters', `The parameter schema can’t be used. ${message}`)
  if (sizeOf(manifest.returns) > SCHEMA_LIMITS.bytes) {
    throw unusable(
      '/returns',
      `/returns is too large. A return schema can have up to ${kilobytes(SCHEMA_LIMITS.bytes)}.`,
    )
  }
  if (sizeOf(manifest) > LIMITS.manifestBytes) {
    throw unusable('', `The manifest is too large. It can have up to ${kilobytes(LIMITS.manifestBytes)}.`)
  }
}

function unusable(pointer: string, message: string): Problem {
  return new Problem('invalid-parameters', message, { faults: [{ pointer, message }] })
}

/** The parameters that a job runs with: the schema's defaults, overridden by the step's, then by the job's own. */
export function effectiveParameters(schema: Json | null, stepDefaults: Json | null, configured: Json | null): Json {
  const value = { ...stepDefaults, ...configured }
  return schema === null ? value : withDefaults(schema as JsonSchema, value)
}

/** What is wrong with the parameters that a job would run with. */
export function parameterFaults(schema: Json | null, stepDefaults: Json | null, configured: Json | null): Fault[] {
  const given = { ...stepDefaults, ...configured }
  const tooLarge = sizeFault(given)
  if (tooLarge) return [tooLarge]
  return schema === null ? [] : faultsOf(schema as JsonSchema, effectiveParameters(schema, stepDefaults, configured))
}

/** What is wrong with a step's default parameters. They may be incomplete. */
export function defaultsFaults(schema: Json | null, defaults: Json): Fault[] {
  const tooLarge = sizeFault(defaults)
  if (tooLarge) return [tooLarge]
  return schema === null ? [] : faultsOf(schema as JsonSchema, defaults, { partial: true })
}

function sizeFault(parameters: Json): Fault | undefined {
  const bytes = sizeOf(parameters)
  if (bytes > LIMITS.parametersBytes) {
    const message = `The parameters have ${kilobytes(bytes)}. The limit is ${kilobytes(LIMITS.parametersBytes)}. Put large content into a file and use it as an input.`
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

function hasMoreValues(root: unknown, most: number): boolean {
  let count = 0
  const open = [root]
  for (let value = open.pop(); value !== undefined && count <= most; value = open.pop()) {
    count += 1
    if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) open.push(child)
  }
  return count > most
}
