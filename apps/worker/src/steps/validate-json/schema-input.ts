import { Budget } from '@millrace/parameters/budget'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { isRecord } from '@millrace/parameters/pointer'
import { readParts } from '@millrace/parameters/schema-parts'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { listed } from '@millrace/tables/sentences'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { parseJson, readJsonFile } from '../json/read-json-file.ts'

/** Limits of schemas for data, which are higher than those of parameter schemas. */
const LIMITS = { bytes: 1_000_000, keywords: 20_000, branches: 5_000, enumValues: 50_000, depth: 64 }
const STEPS = 20_000_000
/** Keywords that are ignored: those of older drafts of JSON Schema, and anchors. */
const IGNORED = ['dependencies', 'additionalItems', '$anchor', '$dynamicAnchor', 'extends', 'disallow', 'divisibleBy']

export async function readSchemaInput({
  inputs,
  parameters,
  log,
}: Pick<StepContext<{ schema: string }>, 'inputs' | 'parameters' | 'log'>): Promise<JsonSchema> {
  const [file] = inputs('schema')
  const text = parameters.schema.trim()
  if (file && text !== '') refuse('The schema is given both as a file and as text. Keep one of them.')
  if (!file && text === '') refuse('The JSON Schema is missing. Choose its file, or enter its text.')
  const name = file?.name ?? 'The schema'
  const schema = file ? await readJsonFile(file) : parseJson(text, { name })
  if (!isRecord(schema)) refuse(`${name} isn’t a JSON Schema: it must be an object, such as {"type": "object"}.`)
  const fault = schemaFault(schema, new Budget(STEPS), LIMITS)
  if (fault !== undefined) refuse(`${name} can’t be used as a JSON Schema. ${fault}`)
  const names = new Set(readParts(schema, LIMITS).flatMap((part) => Object.keys(part.schema)))
  const ignored = IGNORED.filter((keyword) => names.has(keyword))
  if (ignored.length > 0)
    log.warn(
      `Ignored ${listed(ignored)}. The schema is read as JSON Schema draft 2020-12, without support for anchors.`,
    )
  return schema
}

function refuse(message: string): never {
  throw new StepError(message, { parameter: { name: 'schema' } })
}
