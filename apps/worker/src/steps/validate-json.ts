import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '@millrace/tables/engine'
import { count, plural } from '@millrace/tables/sentences'
import { sqlText } from '@millrace/tables/sql'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import { NESTED, NETWORK_SCHEMA, READING_SCHEMA, READINGS } from '#sample/small-json.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { withEngine } from '#tables/with-engine.ts'
import { FORMAT_PARAMETER, WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'
import { isJsonLines } from './json/json-lines.ts'
import { JSON_TYPES } from './json/read-json-file.ts'
import { type Checked, checkDocument, checkLines } from './validate-json/check-file.ts'
import { problemMessage, reportHtml, summaryOf, violationMessage } from './validate-json/report.ts'
import { readSchemaInput } from './validate-json/schema-input.ts'
import { LISTED_VIOLATIONS_MAX } from './validate-json/violation-list.ts'

const LOGGED_MAX = 20

const PARAMETERS = {
  type: 'object',
  properties: {
    schema: {
      type: 'string',
      title: 'JSON Schema',
      description: 'The text of the schema, such as {"type": "object", "required": ["id"]}. Leave empty to use a file.',
      default: '',
      maxLength: 64_000,
    },
    if_broken: {
      type: 'string',
      title: 'If the data is invalid',
      enum: ['report', 'stop'],
      default: 'report',
      'x-enum-titles': { report: 'Report it', stop: 'Stop with an error' },
    },
    output_format: FORMAT_PARAMETER,
    sample_rows: {
      ...SAMPLE_PARAMETER,
      description: 'Checks at most this many lines of JSON Lines, for a quick trial. Leave empty for no limit.',
    },
  },
} as const satisfies ParameterSchema

export const validateJson = defineStep({
  functionName: 'validate_json',
  version: '1.2.1',
  deterministic: true,
  title: 'Validate JSON',
  shortDescription: 'Checks JSON or JSON Lines against a JSON Schema and reports violations.',
  longDescription: `The schema is a file or a text, in JSON Schema draft 2020-12. References must lead to parts of the same schema.

For each place and rule, the report says how often the rule is broken, with examples: the line, the JSON pointer and the
value. A second result lists the violations, up to ${count(LISTED_VIOLATIONS_MAX)}. In a workflow, the step can stop so that bad
data goes no further. Documents up to 50 MB; JSON Lines of any size, which are checked line by line.`,
  categories: ['Files', 'JSON', 'Explore'],
  tasks: ['validate JSON', 'JSON Schema', 'check data', 'check JSON Lines', 'NDJSON', 'find errors', 'required values'],
  icon: 'list-checks',
  showFirst: ['valid', 'report', 'violations'],
  parameters: PARAMETERS,
  inputs: [
    {
      name: 'document',
      title: 'Document',
      description: 'A JSON document, or JSON Lines with one value per line.',
      mediaType: JSON_TYPES,
    },
    {
      name: 'schema',
      title: 'JSON Schema',
      description: 'Not needed if its text is entered below.',
      mediaType: 'application/json, application/*+json, text/plain',
      min: 0,
    },
  ],
  outputs: [
    {
      name: 'violations',
      title: 'Violations',
      description: 'Line, place, rule and value.',
      mediaType: WRITTEN_MEDIA,
    },
    { name: 'report', title: 'Report', description: 'One page to read.', mediaType: 'text/html' },
  ],
  returns: {
    type: 'object',
    properties: {
      valid: { type: 'boolean', title: 'Valid' },
      records: { type: 'integer', title: 'Records' },
      invalidRecords: { type: 'integer', title: 'Invalid records' },
      violations: { type: 'integer', title: 'Violations' },
    },
  },
  examples: [
    { title: 'Check a document', inputs: { document: [NESTED], schema: [NETWORK_SCHEMA] } },
    {
      title: 'Find invalid lines',
      inputs: { document: [READINGS] },
      parameters: { schema: READING_SCHEMA, output_format: 'csv' },
    },
  ],
  run: (context) =>
    withEngine(context, async (engine) => {
      const { parameters, log, output, progress, folder } = context
      const input = context.input('document')
      const schema = await readSchemaInput(context)
      const hasLines = await isJsonLines(input)
      const checked = await (hasLines
        ? checkLines(input, schema, { most: parameters.sample_rows, progress })
        : checkDocument(input, schema))
      if ('isSample' in checked && checked.isSample)
        log.warn(`Only the first ${plural(checked.records, 'line')} of ${input.name} were checked.`)
      const { problems, total } = checked.violations
      for (const problem of problems.slice(0, LOGGED_MAX))
        log.warn(`${problemMessage(problem)}: broken ${plural(problem.violations, 'time')}.`)
      log.info(summaryOf(checked, hasLines))
      if (total > 0 && parameters.if_broken === 'stop') throw new StepError(errorOf(input.name, checked))
      const html = reportHtml(input.name, checked, hasLines)
      await writeFile(output('report', { suffix: '_validation.html', mediaType: 'text/html' }), html)
      const from = await violationTable(engine, join(folder, 'violations.json'), checked)
      await writeTable(engine, context, {
        slot: 'violations',
        from,
        suffix: '_violations',
        format: parameters.output_format,
      })
      const { records, invalidRecords } = checked
      return { valid: total === 0, records, invalidRecords, violations: total }
    }),
})

async function violationTable(engine: Engine, path: string, { violations }: Checked): Promise<string> {
  await writeFile(path, violations.listed.map((found) => `${JSON.stringify(found)}\n`).join(''))
  const columns = "{line: 'BIGINT', place: 'VARCHAR', rule: 'VARCHAR', found: 'VARCHAR'}"
  await engine.run(
    `CREATE TABLE violations AS FROM read_json(${sqlText(path)}, format = 'newline_delimited', columns = ${columns})`,
  )
  return 'violations'
}

function errorOf(name: string, { violations }: Checked): string {
  const [problem] = violations.problems
  const example = problem?.first[0]
  if (!problem || !example) return `${name} is invalid.`
  return `${name} breaks the schema: ${plural(violations.total, 'violation')}. ${problemMessage(problem)}, but ${violationMessage(example)}. Correct the data, or set “If the data is invalid” to report it.`
}
