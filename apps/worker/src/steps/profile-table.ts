import { writeFile } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import { sqlNames, type Table } from '@millrace/tables/table'
import { defineStep } from '@millrace/worker-sdk'
import { LEVELS } from '#sample/small-tables.ts'
import { columnsNamed } from '#tables/choose-columns.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { readTable } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { withEngine } from '#tables/with-engine.ts'
import { profileAll } from './profile/profile-all.ts'
import { profileHints } from './profile/profile-hints.ts'
import { profileSummary } from './profile/profile-summary.ts'

export const profileTable = defineStep({
  functionName: 'profile_table',
  version: '2.3.13',
  deterministic: true,
  title: 'Profile table',
  shortDescription: 'Describes each column (kind, missing values, range, distribution) and points out problems.',
  longDescription: `Describes a CSV, TSV, Parquet or JSON table of any size: its encoding and format, and for each column the kind of
its values, how many are missing and distinct, the smallest and largest, mean, quantiles, and a histogram or the most
frequent values. Points out duplicate rows, empty and constant columns, stray text among numbers, and values such as
-999 that often mean “missing”.

All figures are exact up to one million rows. Above that, quantiles and more than 1,000 distinct values are estimated
and marked with ≈. Rows with too many cells are counted and skipped.`,
  parameters: {
    type: 'object',
    properties: {
      columns: {
        type: 'array',
        items: { type: 'string' },
        title: 'Columns',
        description: 'Columns to profile. Leave empty for all.',
        default: [],
        'x-column-of': 'table',
        'x-column-kind': 'any',
      },
      encoding: ENCODING_PARAMETER,
      sheet: SHEET_PARAMETER,
      sample_rows: SAMPLE_PARAMETER,
    },
  },
  inputs: [{ name: 'table', title: 'Table', description: 'The table to profile.', mediaType: TABLE_MEDIA }],
  outputs: [
    { name: 'summary', title: 'Summary', description: 'One page of plain text.', mediaType: 'text/plain' },
    {
      name: 'profile',
      title: 'Profile',
      description: 'All figures as JSON, for programs.',
      mediaType: 'application/json',
    },
  ],
  returns: {
    type: 'object',
    properties: {
      rows: { type: 'integer', title: 'Rows' },
      columns: { type: 'integer', title: 'Columns' },
      duplicateRows: { type: 'integer', title: 'Duplicate rows' },
    },
  },
  categories: ['Tables', 'Explore'],
  tasks: [
    'describe',
    'summary',
    'missing values',
    'data quality',
    'distribution',
    'overview of columns',
    'histogram',
    'check data',
  ],
  icon: 'scan-search',
  showFirst: ['summary'],
  examples: [
    { title: 'Describe water levels', inputs: { table: [LEVELS] } },
    { title: 'Describe one column', parameters: { columns: ['level_cm'] }, inputs: { table: [LEVELS] } },
  ],
  run: (context) =>
    withEngine(context, async (engine) => {
      const table = await readTable(engine, context.input('table'), { ...context, badRows: 'skip' })
      const chosen = columnsNamed(table, context.parameters.columns, 'columns')
      const wanted = chosen.length > 0 ? chosen : table.columns
      const columns = await profileAll(engine, table, { columns: wanted, progress: context.progress })
      const duplicateRows = await countDuplicates(engine, table)
      const hints = await profileHints(engine, table, { columns, duplicateRows, log: context.log })
      const { name, rows, recognized, skippedRows } = table
      const profile = { file: name, rows, format: recognized, skippedRows, duplicateRows, columns, hints }
      const summary = profileSummary(table, columns, hints)
      context.log.info(summary)
      await writeFile(context.output('summary', { suffix: '_profile.txt', mediaType: 'text/plain' }), summary)
      const path = context.output('profile', { suffix: '_profile.json', mediaType: 'application/json' })
      await writeFile(path, `${JSON.stringify(profile, undefined, 2)}\n`)
      return { rows, columns: columns.length, duplicateRows }
    }),
})

async function countDuplicates(engine: Engine, table: Table): Promise<number> {
  const found = await engine.row<{ n: number }>(
    `SELECT coalesce(sum(n - 1), 0) AS n FROM (SELECT count(*) AS n FROM ${table.view} GROUP BY hash(${sqlNames(table.columns)}))`,
  )
  return found.n
}
