import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseUnique } from '@millrace/tables/duplicate-key'
import { stringifyWithNaN } from '@millrace/tables/exact-json'
import { count, plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import { NESTED } from '#sample/small-json.ts'
import { readTable } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { withEngine } from '#tables/with-engine.ts'
import { FORMAT_PARAMETER, WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'
import { flatRecord, recordsOf } from './json/flat-records.ts'
import { contentOf, JSON_TYPES, readExactJson, valueAt } from './json/read-json-file.ts'

const COLUMNS_MAX = 5000

const PARAMETERS = {
  type: 'object',
  properties: {
    pointer: {
      type: 'string',
      title: 'JSON pointer',
      description: 'The path to the list of records, such as /stations. Leave empty for the whole document.',
      default: '',
      maxLength: 1000,
    },
    output_format: FORMAT_PARAMETER,
    sample_rows: {
      ...SAMPLE_PARAMETER,
      description: 'Flattens at most this many records, for a quick trial. Leave empty for no limit.',
    },
  },
} as const satisfies ParameterSchema

export const flattenJson = defineStep({
  functionName: 'flatten_json',
  version: '1.3.6',
  deterministic: true,
  title: 'Flatten JSON',
  shortDescription: 'Turns a list of nested JSON objects into a table with one column per path.',
  longDescription: `Each object of the list becomes a row. Nested objects become columns named by their path, such as position.latitude. Lists of
plain values are joined with “; ”, other lists stay JSON text. An object of objects becomes a table with a column “key”.
Types are detected as in any table. JSON Lines files are read as a list. Documents up to 50 MB.`,
  categories: ['Tables', 'JSON'],
  tasks: ['flatten JSON', 'JSON to table', 'JSON to CSV', 'JSON to Excel', 'normalize JSON', 'unnest'],
  icon: 'file-json',
  showFirst: ['table'],
  parameters: PARAMETERS,
  inputs: [
    {
      name: 'document',
      title: 'Document',
      mediaType: JSON_TYPES,
    },
  ],
  outputs: [{ name: 'table', title: 'Table', mediaType: WRITTEN_MEDIA }],
  returns: {
    type: 'object',
    properties: { rows: { type: 'integer', title: 'Rows' }, columns: { type: 'integer', title: 'Columns' } },
  },
  examples: [
    { title: 'Stations with their positions', parameters: { pointer: '/stations' }, inputs: { document: [NESTED] } },
    { title: 'A whole document as one row', inputs: { document: [NESTED] }, parameters: { output_format: 'csv' } },
  ],
  run: (context) =>
    withEngine(context, async (engine) => {
      const { pointer, output_format: format, sample_rows: most } = context.parameters
      const input = context.input('document')
      const document = await readExactJson(input, (text) => parseUnique(text, input.name))
      const value = valueAt(document, pointer)
      const all = recordsOf(value)
      const records = all?.slice(0, most ?? all.length).map(flatRecord)
      if (records === undefined || records.length === 0) {
        const found = value === undefined ? 'nothing' : contentOf(value)
        throw new StepError(
          `${input.name} has ${found} at ${pointer || 'the top'}. Choose the path to a list of objects.`,
          { parameter: { name: 'pointer' } },
        )
      }
      requireFewColumns(records)
      const path = join(context.folder, 'flat.json')
      await writeFile(path, stringifyWithNaN(records.map((record) => Object.fromEntries(record))))
      context.progress(0.5)
      const { log, folder } = context
      if (all && records.length < all.length)
        log.warn(`Only the first ${plural(records.length, 'record')} of ${input.name} were flattened.`)
      const table = await readTable(engine, { name: 'flat.json', path: async () => path }, { folder, log })
      const size = await writeTable(engine, context, { slot: 'table', from: table.view, suffix: '_flat', format })
      log.info(`Flattened ${plural(records.length, 'record')}.`)
      return size
    }),
})

function requireFewColumns(records: readonly Map<string, unknown>[]): void {
  const names = new Set<string>()
  for (const record of records) {
    for (const name of record.keys()) names.add(name)
    if (names.size > COLUMNS_MAX) {
      throw new StepError(
        `The table would have more than ${count(COLUMNS_MAX)} columns, because the records have different keys. Select a part of the document with the pointer.`,
        { parameter: { name: 'pointer' } },
      )
    }
  }
}
