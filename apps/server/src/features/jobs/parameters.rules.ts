import type { Fault } from '@millrace/contracts/problems'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Problem } from '#problem.ts'

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
const compiled = new Map<string, ValidateFunction>()

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
  if (schema === null) return { value, faults: [] }
  const validate = compile(schema)
  return validate(value) ? { value, faults: [] } : { value, faults: faultsOf(validate.errors ?? []) }
}

/** What is wrong with a configured object as far as it goes: what is left out may still come from defaults. */
export function configurationFaults(schema: Json, stepDefaults: Json | null, configured: Json): Fault[] {
  return effectiveParameters(schema, stepDefaults, configured).faults
}

/** What is wrong with defaults for a schema: they need not name every parameter. */
export function defaultsFaults(schema: Json, defaults: Json): Fault[] {
  const validate = compile(schema)
  if (validate(structuredClone(defaults))) return []
  return faultsOf((validate.errors ?? []).filter((error) => error.keyword !== 'required'))
}

function compile(schema: Json): ValidateFunction {
  const key = JSON.stringify(schema)
  const known = compiled.get(key)
  if (known) return known
  const { $id, $schema, ...rest } = schema
  const validate = ajv.compile(rest)
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(key, validate)
  return validate
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
    default:
      return `${(message ?? 'does not fit').replace(/^must/, 'Must')}.`
  }
}
