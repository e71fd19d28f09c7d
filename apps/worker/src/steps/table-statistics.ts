import { writeFile } from 'node:fs/promises'
import { plural } from '@millrace/tables/sentences'
import { sqlText } from '@millrace/tables/sql'
import type { Table } from '@millrace/tables/table'
import { histogramSvg, htmlReport, htmlTable, type ReportCell } from '#report/html-report.ts'
import { CALIBRATION, LEVELS } from '#sample/small-tables.ts'
import { columnsNamed } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { warnOfMissingNumbers } from '#tables/missing-numbers.ts'
import { tableStep } from '#tables/table-step.ts'
import type { ColumnProfile } from './profile/column-profile.ts'
import { profileAll } from './profile/profile-all.ts'

export const tableStatistics = tableStep({
  functionName: 'table_statistics',
  version: '1.1.11',
  deterministic: true,
  title: 'Statistics report',
  shortDescription: 'Computes mean, deviation, quantiles and more of each column, as a table and an HTML report.',
  longDescription: `For each column: how many values are present, missing and distinct, the smallest and largest, and for numbers the mean,
standard deviation, median and percentiles, with a histogram.

The report is one HTML file without scripts that opens in any browser, can be printed, and needs no network. Figures are
exact up to one million rows; above that, quantiles and large numbers of distinct values are estimates.`,
  categories: ['Tables', 'Explore', 'Summarize'],
  tasks: [
    'statistics',
    'mean and standard deviation',
    'descriptive statistics',
    'summary statistics',
    'describe',
    'report',
    'median',
    'percentiles',
    'HTML',
  ],
  icon: 'file-chart-column',
  showFirst: ['report', 'statistics'],
  parameters: { columns: { ...COLUMNS, description: 'Columns to describe. Leave empty for all.' } },
  output: { name: 'statistics', title: 'Statistics', description: 'One row per column.', suffix: '_statistics' },
  further: [{ name: 'report', title: 'Report', description: 'One page to read or print.', mediaType: 'text/html' }],
  figures: { describedRows: { type: 'integer', title: 'Rows described' } },
  examples: [
    { title: 'Statistics of water levels', inputs: { table: [LEVELS] } },
    {
      title: 'Statistics of two columns as a workbook',
      parameters: { columns: ['reference_c', 'reading_c'], output_format: 'xlsx' },
      inputs: { table: [CALIBRATION] },
    },
  ],
  async make({ engine, table, parameters, context, log }) {
    const chosen = columnsNamed(table, parameters.columns, 'columns')
    const columns = chosen.length > 0 ? chosen : table.columns
    await warnOfMissingNumbers(engine, table, { columns, log })
    const progress = (share: number) => context.progress(0.5 + share * 0.3)
    const profiles = await profileAll(engine, table, { columns, progress })
    await writeFile(
      context.output('report', { suffix: '_report.html', mediaType: 'text/html' }),
      reportOf(table, profiles),
    )
    log.info(`Described ${plural(profiles.length, 'column')} of ${plural(table.rows, 'row')}.`)
    return { from: statisticsSql(table, profiles), figures: { describedRows: table.rows } }
  },
})

const FIGURES = ['mean', 'deviation'] as const
const QUANTILES = { p05: 'p05', p25: 'p25', median: 'p50', p75: 'p75', p95: 'p95' } as const

function statisticsSql(table: Table, profiles: readonly ColumnProfile[]): string {
  const rows = profiles.map((profile) => {
    const number = (value: number | null | undefined) =>
      value === null || value === undefined ? 'NULL::DOUBLE' : `'${value}'::DOUBLE`
    const { name, kind, missing, distinct, smallest, largest } = profile
    const text = (value: string | number | null) => (value === null ? 'NULL' : sqlText(String(value)))
    return `(${[sqlText(name), sqlText(kind), table.rows - missing, missing, distinct, text(smallest), text(largest), ...FIGURES.map((figure) => number(profile[figure])), ...Object.values(QUANTILES).map((quantile) => number(profile.quantiles?.[quantile]))].join(', ')})`
  })
  const names = [
    'column',
    'kind',
    'values',
    'missing',
    'distinct',
    'smallest',
    'largest',
    ...FIGURES,
    ...Object.keys(QUANTILES),
  ]
  return `(SELECT * FROM (VALUES ${rows.join(', ')}) AS t(${names.map((name) => `"${name}"`).join(', ')}))`
}

function reportOf(table: Table, profiles: readonly ColumnProfile[]): string {
  const numbers = profiles.filter(({ kind }) => kind === 'number')
  const others = profiles.filter(({ kind }) => kind !== 'number')
  const numberRows = numbers.map((profile): ReportCell[] => [
    profile.name,
    table.rows - profile.missing,
    profile.missing,
    ...[profile.mean, profile.deviation, profile.smallest].map(cell),
    ...Object.values(QUANTILES).map((quantile) => cell(profile.quantiles?.[quantile])),
    cell(profile.largest),
    { html: profile.histogram ? histogramSvg(profile.histogram, `Histogram of ${profile.name}`) : '' },
  ])
  const otherRows = others.map((profile): ReportCell[] => [
    profile.name,
    profile.kind,
    table.rows - profile.missing,
    profile.missing,
    profile.distinct,
    ...[profile.smallest, profile.largest].map(cell),
    (profile.mostFrequent ?? [])
      .slice(0, 3)
      .map(({ value, count }) => `${value.slice(0, 40)} (${count})`)
      .join(', '),
  ])
  const numberHead = [
    'Column',
    'Values',
    'Missing',
    'Mean',
    'Deviation',
    'Smallest',
    '5%',
    '25%',
    'Median',
    '75%',
    '95%',
    'Largest',
    'Distribution',
  ]
  const otherHead = ['Column', 'Kind', 'Values', 'Missing', 'Distinct', 'Smallest', 'Largest', 'Most frequent']
  const body = [
    numbers.length > 0 ? `<h2>Numbers</h2>${htmlTable(numberHead, numberRows)}` : '',
    others.length > 0 ? `<h2>Other columns</h2>${htmlTable(otherHead, otherRows)}` : '',
    profiles.some(({ estimates }) => estimates.length > 0)
      ? '<p class="note">Quantiles and large numbers of distinct values are estimates, because the table has more than a million rows.</p>'
      : '',
  ]
  const note = `${plural(table.rows, 'row')}, ${plural(profiles.length, 'column')}. ${table.recognized}.`
  return htmlReport({ title: `Statistics of ${table.name}`, note, body: body.join('\n') })
}

function cell(value: number | string | null | undefined): ReportCell {
  return value ?? null
}
