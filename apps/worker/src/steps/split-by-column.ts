import { freeName } from '@millrace/tables/free-name'
import { count, plural, quoted } from '@millrace/tables/sentences'
import { sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames } from '@millrace/tables/table'
import { defineStep, outputName, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import { LEVELS, MONTHS } from '#sample/small-tables.ts'
import { columnNamed } from '#tables/choose-columns.ts'
import { COLUMN } from '#tables/column-parameters.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { readTable, requireRows } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { textSql } from '#tables/value-text.ts'
import { withEngine } from '#tables/with-engine.ts'
import { FORMAT_PARAMETER, numberFormats, WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'

const FILES_MAX = 500
const VALUE_MAX = 40

const PARAMETERS = {
  type: 'object',
  properties: {
    column: { ...COLUMN, type: 'string', title: 'Split by', description: 'Each of its values gets its own file.' },
    output_format: FORMAT_PARAMETER,
    encoding: ENCODING_PARAMETER,
    sheet: SHEET_PARAMETER,
    sample_rows: SAMPLE_PARAMETER,
  },
  required: ['column'],
} as const satisfies ParameterSchema

export const splitByColumn = defineStep({
  functionName: 'split_by_column',
  version: '1.1.11',
  deterministic: true,
  title: 'Split by column',
  shortDescription: 'Writes one file for each value of a column, such as one per station.',
  longDescription: `The rows of each value keep their order. Files are named after the input and the value, such as levels_Kaub. Rows with an
empty cell get their own file. Every row is in exactly one file. Up to ${FILES_MAX} files are written.`,
  categories: ['Tables', 'Combine'],
  tasks: ['split', 'one file per station', 'partition', 'separate by value', 'divide a table'],
  icon: 'split',
  showFirst: ['parts'],
  parameters: PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'The table to split.', mediaType: TABLE_MEDIA }],
  outputs: [
    { name: 'parts', title: 'Parts', description: 'One file per value.', mediaType: WRITTEN_MEDIA, min: 0, max: null },
  ],
  returns: {
    type: 'object',
    properties: { files: { type: 'integer', title: 'Files' }, rows: { type: 'integer', title: 'Rows' } },
  },
  examples: [
    { title: 'One file per station', parameters: { column: 'station' }, inputs: { table: [LEVELS] } },
    {
      title: 'One workbook per year',
      parameters: { column: 'year', output_format: 'xlsx' },
      inputs: { table: [MONTHS] },
    },
  ],
  run: (context) =>
    withEngine(context, async (engine) => {
      const { parameters, log } = context
      const table = await readTable(engine, context.input('table'), context)
      requireRows(table)
      const column = columnNamed(table, { name: parameters.column, parameter: 'column' })
      const text = textSql(column)
      const values = await engine.rows<{ value: string | null; rows: number }>(
        `SELECT ${text} AS value, count(*) AS rows FROM ${table.numbered} GROUP BY 1 ORDER BY min(${ROW}) LIMIT ${FILES_MAX + 1}`,
      )
      if (values.length > FILES_MAX) {
        throw new StepError(
          `\`${column.name}\` has more than ${count(FILES_MAX)} different values, and each would become a file. Choose a column with fewer values, or group them with Compute columns first.`,
          { parameter: { name: 'column' } },
        )
      }
      const numbers = numberFormats([table])
      const taken = new Set<string>()
      for (const [at, { value, rows }] of values.entries()) {
        const where = value === null ? `${text} IS NULL` : `${text} = ${sqlText(value)}`
        const from = `(SELECT ${sqlNames(table.columns)} FROM ${table.view} WHERE ${where})`
        const wanted = outputName(table.name, `_${shortened(value?.trim() || 'empty')}`)
        // Different values may share a name, for example because slashes are replaced.
        const name = freeName(wanted.replace(/[/\\]/g, '_'), taken, keyOf)
        await writeTable(engine, context, { slot: 'parts', from, name, format: parameters.output_format, numbers })
        log.info(`${quoted(value ?? '(empty)')}: ${plural(rows, 'row')}.`)
        context.progress(0.5 + (at + 1) / values.length / 2)
      }
      return { files: values.length, rows: table.rows }
    }),
})

/** Shortens a value to leave room for the table’s name in the file name. */
function shortened(value: string): string {
  const letters = [...value]
  return letters.length > VALUE_MAX ? `${letters.slice(0, VALUE_MAX).join('')}…` : value
}

/**
 * Returns the same key for names that some file systems treat as equal. They ignore case and the composition of
 * accents.
 */
function keyOf(name: string): string {
  return name.toLowerCase().normalize()
}
