import { computeAggregates } from '@millrace/tables/aggregates'
import type { Engine } from '@millrace/tables/engine'
import { escapedName } from '@millrace/tables/formula-escapes'
import { hasZone } from '@millrace/tables/parquet-columns'
import { parquetOptions } from '@millrace/tables/parquet-options'
import { listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { TableColumn } from '@millrace/tables/table'
import { requireWritable } from '@millrace/tables/table-width'
import { defineStep, type ParameterSchema, type ParametersOf, type StepContext } from '@millrace/worker-sdk'
import { LEVELS } from '#sample/small-tables.ts'
import { columnsNamed } from '#tables/choose-columns.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { isNested, jsonTextSql, jsonValueSql } from '#tables/json-value.ts'
import { readTable } from '#tables/read-table.ts'
import { safeValueSql } from '#tables/safe-cells.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { withEngine } from '#tables/with-engine.ts'
import { exactIntegers, withOffsetSql } from '#tables/write-table.ts'
import { writeWorkbook } from '#tables/write-workbook.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    format: {
      type: 'string',
      title: 'Format',
      description: 'JSON: one array of objects. JSONL: one object per line.',
      enum: ['parquet', 'csv', 'tsv', 'xlsx', 'json', 'jsonl'],
      default: 'parquet',
      'x-enum-titles': { xlsx: 'Excel' },
    },
    columns: {
      type: 'array',
      items: { type: 'string' },
      title: 'Columns',
      description: 'Columns to keep, in this order. Leave empty for all.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    delimiter: {
      type: 'string',
      title: 'Delimiter',
      'x-applies-if': { format: ['csv'] },
      enum: ['comma', 'semicolon', 'tab', 'bar'],
      default: 'comma',
    },
    decimal: {
      type: 'string',
      title: 'Decimal separator',
      description: 'For German Excel, use Comma with the delimiter Semicolon.',
      enum: ['point', 'comma'],
      'x-applies-if': { format: ['csv', 'tsv'] },
      default: 'point',
    },
    byte_order_mark: {
      type: 'boolean',
      title: 'Add a byte order mark (BOM) for Excel',
      description: 'With it, Excel shows umlauts and accents correctly.',
      'x-applies-if': { format: ['csv', 'tsv'] },
      default: false,
    },
    mark_formulas: {
      type: 'boolean',
      title: 'Protect spreadsheets from formulas',
      description: 'Text that a spreadsheet would run as a formula, such as =1+1, gets a leading apostrophe.',
      'x-applies-if': { format: ['csv', 'tsv'] },
      default: true,
    },
    compression: {
      type: 'string',
      title: 'Compression',
      description:
        'Auto: Zstd for Parquet, none for text. Gzip works with every format except Excel; Zstd and Snappy only with Parquet.',
      enum: ['auto', 'none', 'gzip', 'zstd', 'snappy'],
      default: 'auto',
    },
    encoding: ENCODING_PARAMETER,
    sheet: SHEET_PARAMETER,
    sample_rows: SAMPLE_PARAMETER,
  },
} as const satisfies ParameterSchema

type Parameters = ParametersOf<typeof PARAMETERS>

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }
const MEDIA = {
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  jsonl: 'application/json',
}

export const convertTable = defineStep({
  functionName: 'convert_table',
  version: '2.3.14',
  deterministic: true,
  title: 'Convert table',
  shortDescription:
    'Converts a table to Parquet, Excel, CSV, TSV or JSON, with your choice of delimiter and decimal separator.',
  longDescription: `Reads CSV and TSV in any dialect and encoding, Parquet, JSON and sheets of Excel workbooks, and writes the same rows in another format, in UTF-8.
Numbers and times keep their types. Text is unchanged, including codes with leading zeros such as 00123.`,
  parameters: PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'The table to convert.', mediaType: TABLE_MEDIA }],
  outputs: [
    {
      name: 'converted',
      title: 'Converted table',
      description: 'The same rows in the chosen format.',
      mediaType: [...new Set([...Object.values(MEDIA), 'application/gzip'])].join(', '),
    },
  ],
  returns: {
    type: 'object',
    properties: { rows: { type: 'integer', title: 'Rows' }, columns: { type: 'integer', title: 'Columns' } },
  },
  categories: ['Tables', 'Files'],
  tasks: [
    'convert',
    'export',
    'Excel to CSV',
    'CSV to Parquet',
    'save as Excel',
    'xlsx',
    'JSON',
    'decimal comma',
    'change delimiter',
  ],
  icon: 'file-output',
  showFirst: ['converted'],
  examples: [
    { title: 'Excel workbook', parameters: { format: 'xlsx' }, inputs: { table: [LEVELS] } },
    {
      title: 'CSV for a German Excel',
      parameters: { format: 'csv', delimiter: 'semicolon', decimal: 'comma', byte_order_mark: true },
      inputs: { table: [LEVELS] },
    },
  ],
  run: (context) => withEngine(context, (engine) => convert(engine, context)),
})

async function convert(engine: Engine, context: StepContext<Parameters>) {
  const { parameters } = context
  const table = await readTable(engine, context.input('table'), context)
  context.progress(0.6)
  const named = columnsNamed(table, parameters.columns, 'columns')
  const columns = named.length > 0 ? named : table.columns
  requireWritable(columns.length)
  const compression = compressionOf(context)
  const ending = `.${parameters.format}${compression === 'gzip' && parameters.format !== 'parquet' ? '.gz' : ''}`
  const mediaType = ending.endsWith('.gz') ? 'application/gzip' : MEDIA[parameters.format]
  const sameName = context.input('table').name.toLowerCase().endsWith(ending)
  const path = context.output('converted', { suffix: `${sameName ? '_converted' : ''}${ending}`, mediaType })
  if (/^json/.test(parameters.format)) await warnOfInfinite(engine, context.log, { view: table.view, columns })
  const values = columns.map((column, at) => `${valueSql(column, parameters)} AS ${nameSql(column, at, parameters)}`)
  const from = `(SELECT ${values.join(', ')} FROM ${table.view})`
  // Parquet has no type HUGEINT, so the engine would write such columns as DOUBLE.
  const exact = parameters.format === 'parquet' ? await exactIntegers(engine, from, columns) : []
  const rows = exact.length === 0 ? from : `(SELECT * REPLACE (${exact.join(', ')}) FROM ${from})`
  if (parameters.format === 'xlsx') await writeWorkbook(engine, context, { from, columns, path })
  else await engine.run(`COPY ${rows} TO ${sqlText(path)} ${optionsSql(parameters, compression, columns.length)}`)
  context.log.info(
    `Wrote ${plural(table.rows, 'row')} and ${plural(columns.length, 'column')} as ${parameters.format}.`,
  )
  return { rows: table.rows, columns: columns.length }
}

async function warnOfInfinite(
  engine: Engine,
  log: StepContext<Parameters>['log'],
  { view, columns }: { view: string; columns: readonly TableColumn[] },
): Promise<void> {
  const floats = columns.filter(({ type }) => type === 'DOUBLE' || type === 'FLOAT')
  const numbers = floats.map(({ name }): [string, string] => [name, `count_if(isinf(${sqlName(name)}))`])
  const counts = await computeAggregates(engine, view, { numbers: Object.fromEntries(numbers) })
  const found = floats.flatMap(({ name }) => (counts.number(name) ? [`${counts.number(name)} in \`${name}\``] : []))
  if (found.length > 0) log.warn(`JSON has no infinite numbers, so they were written as null: ${listed(found)}.`)
}

type Compression = Exclude<Parameters['compression'], 'auto'>

function compressionOf({ parameters, log }: StepContext<Parameters>): Compression {
  const { compression, format } = parameters
  if (format === 'xlsx') return 'none'
  if (compression === 'auto') return format === 'parquet' ? 'zstd' : 'none'
  if (format === 'parquet' || compression === 'none' || compression === 'gzip') return compression
  log.warn(`${compression} is only available for Parquet; the file was compressed with gzip.`)
  return 'gzip'
}

function isText({ format }: Parameters): boolean {
  return format === 'csv' || format === 'tsv'
}

function valueSql(described: TableColumn, parameters: Parameters): string {
  const { name, kind, type } = described
  const column = sqlName(name)
  if (isText(parameters) && parameters.mark_formulas && kind === 'text') return safeValueSql(described)
  const isJson = /^json/.test(parameters.format)
  if ((isJson || isText(parameters)) && hasZone(described)) return withOffsetSql(column, 'UTC')
  if (isJson) return jsonValueSql(described)
  if (isText(parameters) && isNested(type)) return jsonTextSql(described)
  const fractional = kind === 'number' && /^(DOUBLE|FLOAT|DECIMAL)/.test(type)
  if (!isText(parameters) || parameters.decimal === 'point' || !fractional) return column
  return `replace(${column}::VARCHAR, '.', ',')`
}

/** A byte order mark must be at the very start of the file, so it is written as part of the first column’s name. */
function nameSql({ name }: TableColumn, at: number, parameters: Parameters): string {
  if (!isText(parameters)) return sqlName(name)
  const safe = parameters.mark_formulas ? escapedName(name) : name
  return sqlName(parameters.byte_order_mark && at === 0 ? `\ufeff${safe}` : safe)
}

function optionsSql(parameters: Parameters, compression: Compression, columns: number): string {
  const { format, delimiter } = parameters
  if (format === 'parquet') return parquetOptions(columns, compression === 'none' ? 'uncompressed' : compression)
  if (format === 'json') return `(FORMAT json, ARRAY true, COMPRESSION ${compression})`
  if (format === 'jsonl') return `(FORMAT json, ARRAY false, COMPRESSION ${compression})`
  const sign = format === 'tsv' ? '\t' : DELIMITERS[delimiter]
  return `(FORMAT csv, HEADER, DELIMITER ${sqlText(sign)}, COMPRESSION ${compression})`
}
