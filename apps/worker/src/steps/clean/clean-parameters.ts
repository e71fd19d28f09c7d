import { NO_VALUE } from '@millrace/tables/no-value'
import type { ParameterSchema } from '@millrace/worker-sdk'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { FORMAT_PARAMETER } from '#tables/write-table.ts'

const ALWAYS_MISSING = NO_VALUE.filter((text) => text !== '').join('  ')

/** The parameters of Clean table, in the order of the form. */
export const CLEAN_PARAMETERS = {
  type: 'object',
  properties: {
    time_column: {
      type: ['string', 'null'],
      title: 'Time column',
      description: 'Leave empty for the first time column.',
      'x-column-of': 'table',
      'x-column-kind': 'time',
      'x-group': 'Reading',
    },
    series_column: {
      type: ['string', 'null'],
      title: 'Series column',
      description:
        'Distinguishes the series in one table, such as the station. Leave empty to detect it automatically.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
      'x-group': 'Reading',
    },
    stray_cells: {
      type: 'number',
      title: 'Unreadable cells',
      description:
        'A text column is converted to numbers or times if at most this share of its cells cannot be converted. Those cells are cleared.',
      default: 5,
      minimum: 0,
      maximum: 50,
      'x-unit': '%',
      'x-group': 'Reading',
    },
    bad_rows: {
      type: 'string',
      title: 'Long rows',
      description: 'Rows with too many cells. “Drop” skips and counts them. “Stop” fails the job at the first one.',
      enum: ['drop', 'stop'],
      default: 'drop',
      'x-group': 'Reading',
    },
    trim_text: {
      type: 'boolean',
      title: 'Trim text',
      description: 'Removes leading and trailing spaces from text.',
      default: true,
      'x-group': 'Reading',
    },
    encoding: { ...ENCODING_PARAMETER, 'x-group': 'Reading' },
    missing_values: {
      type: 'array',
      items: { type: 'string' },
      title: 'Missing values',
      description: `Cells with one of these values are cleared, ignoring case. Add numbers such as -999 if they mean “missing”. In number, time and true/false columns, these values always count as missing: ${ALWAYS_MISSING}`,
      default: ['NA', 'N/A', '#N/A', 'NaN', 'null', 'none', '-', '--', '---', '?'],
      'x-group': 'Missing values',
    },
    drop_empty_rows: { type: 'boolean', title: 'Drop empty rows', default: true, 'x-group': 'Missing values' },
    drop_empty_columns: { type: 'boolean', title: 'Drop empty columns', default: true, 'x-group': 'Missing values' },
    outliers: {
      type: 'string',
      title: 'Outlier method',
      description: 'Hampel compares each value with its window in time; IQR compares it with the whole series.',
      enum: ['none', 'hampel', 'iqr'],
      default: 'none',
      'x-group': 'Outliers',
    },
    outlier_threshold: {
      type: 'number',
      title: 'Outlier threshold',
      description:
        'Hampel: in robust standard deviations (MAD). IQR: in interquartile ranges. Lower values find more outliers.',
      default: 5,
      minimum: 0.5,
      maximum: 100,
      'x-group': 'Outliers',
      'x-applies-if': { outliers: ['hampel', 'iqr'] },
    },
    outlier_window: {
      type: 'integer',
      title: 'Outlier window',
      description: 'Half-width of the window: values on each side.',
      default: 5,
      minimum: 1,
      maximum: 500,
      'x-unit': 'rows',
      'x-group': 'Outliers',
      'x-applies-if': { outliers: ['hampel'] },
    },
    outlier_action: {
      type: 'string',
      title: 'Outlier action',
      description: '“Remove” clears the cell. “Flag” adds a true/false column that marks it.',
      enum: ['remove', 'flag'],
      default: 'remove',
      'x-group': 'Outliers',
      'x-applies-if': { outliers: ['hampel', 'iqr'] },
    },
    value_columns: {
      type: 'array',
      items: { type: 'string' },
      title: 'Columns for outliers and gaps',
      description: 'Leave empty for all numeric columns.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'number',
      'x-group': 'Outliers',
    },
    add_missing_times: {
      type: 'boolean',
      title: 'Add missing times',
      description: 'Adds an empty row for each time that is missing from a regular series.',
      default: false,
      'x-group': 'Gaps',
    },
    fill_gaps: {
      type: 'string',
      title: 'Fill gaps',
      description: '“Linear” interpolates empty numeric cells. “Previous” repeats the preceding value.',
      enum: ['none', 'linear', 'previous'],
      default: 'none',
      'x-group': 'Gaps',
    },
    longest_gap: {
      type: 'integer',
      title: 'Longest gap to fill',
      description: 'Longer gaps stay empty.',
      default: 4,
      minimum: 1,
      maximum: 1000,
      'x-unit': 'rows',
      'x-group': 'Gaps',
      'x-applies-if': { fill_gaps: ['linear', 'previous'] },
    },
    drop_duplicates: {
      type: 'boolean',
      title: 'Drop duplicate rows',
      description: 'Keeps the first of identical rows.',
      default: true,
      'x-group': 'Output',
    },
    sort_by_time: {
      type: 'boolean',
      title: 'Sort by time',
      description: 'Rows with the same time keep their order.',
      default: true,
      'x-group': 'Output',
    },
    column_names: {
      type: 'string',
      title: 'Column names',
      description: 'Snake case makes names that need no quoting in code: Water Level (cm) becomes water_level_cm.',
      enum: ['keep', 'snake_case'],
      default: 'keep',
      'x-group': 'Output',
    },
    output_format: { ...FORMAT_PARAMETER, 'x-group': 'Output' },
    sheet: { ...SHEET_PARAMETER, 'x-group': 'Reading' },
    sample_rows: { ...SAMPLE_PARAMETER, 'x-group': 'Reading' },
  },
} as const satisfies ParameterSchema
