import { writeFile } from 'node:fs/promises'
import { digitNotes } from '@millrace/tables/column-notes'
import type { Engine } from '@millrace/tables/engine'
import { count, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { mismatchNote, ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { isWide, WIDE_COLUMNS } from '@millrace/tables/table-width'
import { defineStep, type ParametersOf, type StepContext, StepError } from '@millrace/worker-sdk'
import { CALIBRATION, LEVELS } from '#sample/small-tables.ts'
import { columnNamed, numberColumns, seriesColumn, timeColumn } from '#tables/choose-columns.ts'
import { likelyMissing } from '#tables/missing-numbers.ts'
import { readTable } from '#tables/read-table.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { withEngine } from '#tables/with-engine.ts'
import { WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'
import { cleanCells } from './clean/clean-cells.ts'
import { fillGaps, insertMissingTimes } from './clean/clean-gaps.ts'
import { cleanNames, renamingChange } from './clean/clean-names.ts'
import { flagNames, treatOutliers } from './clean/clean-outliers.ts'
import { CLEAN_PARAMETERS } from './clean/clean-parameters.ts'
import { type Change, type CleanReport, reportLines } from './clean/clean-report.ts'
import { dropDuplicates, dropEmptyRows, withoutEmptyColumns } from './clean/clean-rows.ts'
import { sortChange } from './clean/row-order.ts'
import { orderSeries, type Series } from './clean/series.ts'

type Parameters = ParametersOf<typeof CLEAN_PARAMETERS>
type Context = StepContext<Parameters>

export const cleanTable = defineStep({
  functionName: 'clean_table',
  version: '2.3.21',
  deterministic: true,
  title: 'Clean table',
  shortDescription: 'Fixes numbers, times, missing values, duplicates, outliers and gaps. Reports every change.',
  longDescription: `Cleans tables exported from instruments and spreadsheets.

Always:

- Converts the file to UTF-8 and makes duplicate column names unique.
- Accepts decimal points and commas, and common date and time formats.
- Clears missing-value markers such as “n/a” and NaN. In numeric and time columns, also clears cells it can’t parse, if
  they are at most 5% of the column.

By default:

- Drops duplicate rows, rows with too many cells, and empty rows and columns.
- Sorts rows by time.

Optional:

- Adds missing times and fills short gaps.
- Removes or flags outliers. The Hampel filter compares each value with the median of its window, which suits water levels
  and temperatures. The IQR rule compares each value with the interquartile range of the whole series.

The report lists every changed cell, every dropped or added row, and any reordering.`,
  parameters: CLEAN_PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'The table to clean.', mediaType: TABLE_MEDIA }],
  outputs: [
    { name: 'cleaned', title: 'Cleaned table', description: 'The cleaned rows.', mediaType: WRITTEN_MEDIA },
    {
      name: 'report',
      title: 'Report',
      description: 'Every change, counted, with examples.',
      mediaType: 'application/json',
    },
  ],
  returns: { type: 'object', properties: { rows: { type: 'integer' }, changes: { type: 'integer' } } },
  categories: ['Tables', 'Clean'],
  tasks: [
    'clean',
    'outliers',
    'fill gaps',
    'missing values',
    'remove spikes',
    'fix units',
    'regular times',
    'interpolate',
  ],
  icon: 'brush',
  showFirst: ['cleaned'],
  examples: [
    {
      title: 'Fill gaps in water levels',
      description: 'Fills one missing day by linear interpolation.',
      parameters: { add_missing_times: true, fill_gaps: 'linear' },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Remove outliers',
      description: 'Removes spikes from calibration readings with the Hampel filter.',
      parameters: { outliers: 'hampel' },
      inputs: { table: [CALIBRATION] },
    },
  ],
  run: (context) => withEngine(context, (engine) => clean(engine, context)),
})

async function clean(engine: Engine, context: Context) {
  const { parameters, log, progress } = context
  const badRows = parameters.bad_rows === 'drop' ? 'skip' : 'stop'
  const table = await readTable(engine, context.input('table'), { ...context, badRows, mismatches: 'left to the step' })
  progress(0.3)
  const cells = await tidyCells(engine, table, parameters)
  const mismatchNotes = [
    ...cells.columns.flatMap((column) => withRemedy(mismatchNote(column), column, table.rows) ?? []),
    ...digitNotes(cells.columns.filter((column) => !table.columns.includes(column))),
  ]
  // Likely placeholders are only noted, because users have to choose the values to empty.
  const numbers = cells.columns.filter(({ kind }) => kind === 'number').map(({ name }) => name)
  const missingNotes = (await likelyMissing(engine, 'cells', numbers)).map(
    (note) => `${note} To empty such cells, add the number to “Missing values”.`,
  )
  progress(0.5)
  const series = await seriesOf(engine, table, { columns: cells.columns, parameters, log })
  const treated = await treatSeries(engine, table, { series, parameters })
  const sorted = parameters.sort_by_time ? await sortChange(engine, series.time) : []
  progress(0.8)
  const names = cleanNames([...cells.columns, ...treated.flags], parameters.column_names)
  const { rows } = await engine.row<{ rows: number }>('SELECT count(*) AS rows FROM series')
  const report: CleanReport = {
    input: table.name,
    format: table.recognized,
    rowsBefore: table.rows + table.skippedRows,
    rowsAfter: rows,
    columnsBefore: table.columns.map((column) => column.name),
    columnsAfter: names.map(({ to }) => to),
    changes: [...unreadableRows(table), ...cells.changes, ...sorted, ...treated.changes, ...renamingChange(names)],
    notes: [...table.notes, ...mismatchNotes, ...missingNotes, ...treated.notes],
  }
  for (const note of [...mismatchNotes, ...missingNotes, ...treated.notes]) log.warn(note)
  for (const line of reportLines(report)) log.info(line)
  await write(engine, context, { series, isSorted: sorted.length === 0, names, report })
  return { rows, changes: report.changes.reduce((sum, change) => sum + change.count, 0) }
}

function withRemedy(note: string | undefined, { mismatches }: TableColumn, rows: number): string | undefined {
  if (!note || !mismatches) return note
  const share = Math.ceil((mismatches.count * 1000) / rows) / 10
  return `${note} To read it as ${mismatches.wanted}s and empty such cells, set “Unreadable cells” to ${share}% or more.`
}

function unreadableRows({ skippedRows: n }: Table): Change[] {
  if (n === 0) return []
  const sentence = `${plural(n, 'row')} of the file ${n === 1 ? 'was' : 'were'} left out while reading it (see the notes).`
  return [{ what: 'unreadable rows', count: n, sentence }]
}

async function tidyCells(engine: Engine, table: Table, parameters: Parameters) {
  const cleaned = await cleanCells(engine, table, {
    trim: parameters.trim_text,
    missingValues: parameters.missing_values,
    mismatchPercent: parameters.stray_cells,
  })
  const changes: Change[] = [...cleaned.changes]
  if (parameters.drop_empty_rows) changes.push(...(await dropEmptyRows(engine, cleaned.columns)))
  if (parameters.drop_duplicates) changes.push(...(await dropDuplicates(engine, cleaned.columns)))
  if (!parameters.drop_empty_columns) return { columns: cleaned.columns, changes }
  const full = await withoutEmptyColumns(engine, cleaned.columns)
  return { columns: full.columns, changes: [...changes, ...full.changes] }
}

interface Choice {
  columns: readonly TableColumn[]
  parameters: Parameters
  log: StepContext<Parameters>['log']
}

function requireTreatable({ name }: Table, columns: readonly TableColumn[]): void {
  if (!isWide(columns.length)) return
  throw new StepError(
    `${name} has ${count(columns.length)} columns. Outliers, missing times and gaps can be handled in tables with up to ${WIDE_COLUMNS} columns. Select the columns you need with Query tables first, or turn these options off.`,
  )
}

/**
 * Creates `series`, which is ordered by series and time if an option depends on the order. The series and time columns
 * are detected unless the user chose them.
 */
async function seriesOf(engine: Engine, table: Table, { columns, parameters, log }: Choice) {
  const { rows } = await engine.row<{ rows: number }>('SELECT count(*) AS rows FROM cells')
  const cells: Table = { ...table, rows, columns: [...columns], view: 'cells', numbered: 'cells' }
  const time = await timeColumn(engine, cells, {
    name: parameters.time_column,
    parameter: 'time_column',
    isCleaning: true,
  })
  const named = parameters.series_column
    ? columnNamed(cells, { name: parameters.series_column, parameter: 'series_column' })
    : undefined
  const isPlain = parameters.outliers === 'none' && parameters.fill_gaps === 'none' && !parameters.add_missing_times
  const hint = isPlain ? undefined : { setting: 'Series column', log }
  const key = named ?? (time ? await seriesColumn(engine, cells, time, hint) : undefined)
  const series = { columns, time, key }
  // Without options that depend on the order of rows, `series` is a view without row ids.
  if (isPlain) await engine.run('CREATE VIEW series AS FROM cells')
  else {
    requireTreatable(table, columns)
    await orderSeries(engine, 'cells', series)
  }
  return { ...series, isPlain }
}

async function treatSeries(
  engine: Engine,
  table: Table,
  { series, parameters }: { series: Series; parameters: Parameters },
): Promise<{ changes: Change[]; notes: string[]; flags: TableColumn[] }> {
  const { outliers, fill_gaps: fill, outlier_action: action } = parameters
  const changes: Change[] = []
  const notes: string[] = []
  if (parameters.add_missing_times) {
    const inserted = await insertMissingTimes(engine, series)
    changes.push(...inserted.changes)
    notes.push(...inserted.notes)
  }
  if (outliers === 'none' && fill === 'none') return { changes, notes, flags: [] }
  const cells: Table = { ...table, columns: [...series.columns], view: 'cells', numbered: 'cells' }
  const columns = await numberColumns(engine, cells, {
    names: parameters.value_columns,
    parameter: 'value_columns',
    isCleaning: true,
  })
  const flags = outliers !== 'none' && action === 'flag' ? flagNames(series, columns) : undefined
  if (outliers !== 'none') {
    const { outlier_threshold: threshold, outlier_window: window } = parameters
    const treated = await treatOutliers(engine, series, { method: outliers, threshold, window, columns, flags })
    changes.push(...treated.changes)
    notes.push(...treated.notes)
  }
  if (fill !== 'none') {
    changes.push(...(await fillGaps(engine, series, { method: fill, longest: parameters.longest_gap, columns })))
  }
  const flagged = [...(flags?.values() ?? [])]
  return { changes, notes, flags: flagged.map((name) => ({ name, kind: 'boolean', type: 'BOOLEAN' })) }
}

interface Finished {
  series: Series & { isPlain: boolean }
  isSorted: boolean
  names: { from: string; to: string }[]
  report: CleanReport
}

async function write(engine: Engine, context: Context, { series, isSorted, names, report }: Finished): Promise<void> {
  const { parameters } = context
  const columns = names.map(({ from, to }) => `${sqlName(from)} AS ${sqlName(to)}`)
  const byTime = parameters.sort_by_time && series.time ? [sqlName(series.time.name)] : []
  const order = [...byTime, ROW, ...(series.isPlain ? [] : ['rowid'])]
  const isOrdered = series.isPlain ? isSorted : !series.key && (byTime.length > 0 || !series.time)
  const from = `(SELECT ${columns.join(', ')} FROM series ${isOrdered ? '' : `ORDER BY ${order.join(', ')}`})`
  await writeTable(engine, context, { slot: 'cleaned', from, suffix: '_clean', format: parameters.output_format })
  const path = context.output('report', { suffix: '_clean_report.json', mediaType: 'application/json' })
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`)
}
