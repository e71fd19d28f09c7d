import { writeFile } from 'node:fs/promises'
import { parseVerbatim, stringifyExactly } from '@millrace/tables/exact-json'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import { NESTED } from '#sample/small-json.ts'
import { contentOf, JSON_TYPES, readExactJson, valueAt } from './json/read-json-file.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    pointer: {
      type: 'string',
      title: 'JSON pointer',
      description:
        'The path to the value, such as /stations/0/name. List items are numbered from 0. Leave empty for the whole document.',
      default: '',
      maxLength: 1000,
    },
    indent: { type: 'boolean', title: 'Indent the result', default: true },
  },
} as const satisfies ParameterSchema

export const selectJson = defineStep({
  functionName: 'select_json',
  version: '1.2.6',
  deterministic: true,
  title: 'Select JSON',
  shortDescription: 'Checks a JSON document and extracts the part at a JSON pointer.',
  longDescription: `Reads a JSON document, reports the line of a syntax error, and writes the value at the pointer as a separate document. Without a
pointer, the whole document is checked and written again. JSON Lines files are read as a list. Documents up to 50 MB.`,
  categories: ['Files', 'JSON'],
  tasks: ['JSON', 'select by pointer', 'extract from JSON', 'validate JSON', 'format JSON', 'pretty print'],
  icon: 'file-json',
  showFirst: ['selected'],
  parameters: PARAMETERS,
  inputs: [
    {
      name: 'document',
      title: 'Document',
      mediaType: JSON_TYPES,
    },
  ],
  outputs: [{ name: 'selected', title: 'Selected value', mediaType: 'application/json' }],
  examples: [
    { title: 'The first station', parameters: { pointer: '/stations/0' }, inputs: { document: [NESTED] } },
    { title: 'Check and indent a document', inputs: { document: [NESTED] } },
  ],
  async run({ parameters, input, output, log }) {
    const { pointer, indent } = parameters
    const document = await readExactJson(input('document'), parseVerbatim)
    if (pointer !== '' && !pointer.startsWith('/'))
      throw new StepError(`The pointer must start with “/”, such as /${pointer}.`, { parameter: { name: 'pointer' } })
    const value = valueAt(document, pointer)
    if (value === undefined) refuseMissing(document, pointer, input('document').name)
    const text = stringifyExactly(value, indent ? 2 : undefined)
    await writeFile(output('selected', { suffix: '_selected.json', mediaType: 'application/json' }), `${text}\n`)
    log.info(`Selected ${contentOf(value)}.`)
  },
})

function refuseMissing(document: unknown, pointer: string, name: string): never {
  const parts = pointer.split('/')
  let known = ''
  for (let length = 2; length <= parts.length; length += 1) {
    const next = parts.slice(0, length).join('/')
    if (valueAt(document, next) === undefined) break
    known = next
  }
  throw new StepError(
    `${name} has nothing at ${pointer}. ${known === '' ? 'The document' : `At ${known} it`} has ${contentOf(valueAt(document, known))}.`,
    { parameter: { name: 'pointer' } },
  )
}
