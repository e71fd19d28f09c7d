import type { Fault } from '@millrace/contracts/problems'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Problem } from '#problem.ts'
import { bounded, TookTooLong } from './bounded.ts'

type Json = Record<string, unknown>

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  useDefaults: true,
  messages: true,
  addUsedSchema: false,
  logger: false,
})
formats.default(ajv)

const MOST_COMPILED = 500
const COMPILE_MS = 2000
const CHECK_MS = 250

/** Keywords by which a check of a small object can take for ever. */
const COSTLY = /"(pattern|patternProperties|uniqueItems|contains|format|\$ref|\$dynamicRef)":/

interface Compiled {
  validate: ValidateFunction
  isCostly: boolean
}

const compiled = new Map<string, Compiled>()

/** Refuses a parameter schema that no validator could use. */
export function requireUsableSchema(schema: Json): void {
  try {
    compile(schema)
  } catch (cause) {
    throw new Problem('invalid-parameters', `The parameter schema cannot be used: ${(cause as Error).message}`, {
      cause,
      faults: [{ pointer: '/parameters', message: (cause as Error).message }],
    })
  }
}

/** The parameters a job runs with: the schema's defaults, then the step's, then what was configured; and what is wrong with them. */
export function effectiveParameters(
  schema: Json | null,
  stepDefaults: Json | null,
  configured: Json | null,
): { value: Json; faults: Fault[] } {
  const value = structuredClone({ ...stepDefaults, ...configured })
  return { value, faults: schema === null ? [] : faultsOf(check(schema, value)) }
}

/** What is wrong with a configured object as far as it goes: what is left out may still come from defaults. */
export function configurationFaults(schema: Json, stepDefaults: Json | null, configured: Json): Fault[] {
  return effectiveParameters(schema, stepDefaults, configured).faults
}

/** What is wrong with defaults for a schema: they need not name every parameter. */
export function defaultsFaults(schema: Json, defaults: Json): Fault[] {
  return faultsOf(check(schema, structuredClone(defaults)).filter((error) => error.keyword !== 'required'))
}

/** What a schema says against a value. Schemas and values come from outside: a check that takes too long counts against. */
function check(schema: Json, value: Json): ErrorObject[] {
  const { validate, isCostly } = compile(schema)
  try {
    const fits = isCostly ? bounded(() => validate(value), CHECK_MS) : validate(value)
    return fits ? [] : (validate.errors ?? [])
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    return [{ keyword: 'time', instancePath: '', schemaPath: '', params: {}, message: 'must be checked in less time' }]
  }
}

function compile(schema: Json): Compiled {
  const key = JSON.stringify(schema)
  const known = compiled.get(key)
  if (known) return known
  const { $id, $schema, ...rest } = schema
  const made = { validate: bounded(() => ajv.compile(rest), COMPILE_MS), isCostly: COSTLY.test(key) }
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(key, made)
  return made
}

function faultsOf(errors: ErrorObject[]): Fault[] {
  return errors.slice(0, 50).map((error) => ({ pointer: pointerOf(error), message: sentence(error) }))
}

function pointerOf({ instancePath, params }: ErrorObject): string {
  const property = (params.missingProperty ?? params.additionalProperty) as string | undefined
  return property === undefined
    ? instancePath
    : `${instancePath}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function sentence({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'This parameter is needed.'
    case 'additionalProperties':
      return 'The step has no parameter of this name.'
    case 'enum':
      return `Choose one of: ${(params.allowedValues as unknown[]).map(String).join(', ')}.`
    case 'type':
      return `A value of type ${[params.type].flat().join(' or ')} is expected.`
    case 'minimum':
      return `Must be at least ${params.limit}.`
    case 'maximum':
      return `Must be at most ${params.limit}.`
    case 'minLength':
    case 'minItems':
      return `At least ${params.limit} are needed.`
    case 'time':
      return 'Checking these parameters against the step takes too long. Use shorter texts and lists.'
    default:
      return `${(message ?? 'does not fit').replace(/^must/, 'Must')}.`
  }
}
