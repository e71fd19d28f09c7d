import { NO_VALUE } from '@millrace/tables/no-value'
import type { ParameterSchema } from '@millrace/worker-sdk'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { FORMAT_PARAMETER } from '#tables/write-table.ts'

const ALWAYS_MISSING = NO_VALUE.filter((text) => text !== '').join('  ')

/** The parameters of Clean table, in the order of the form. */
export const CLEAN_PARAMETERS = {
  type: 'object',
  properties: {
    missing_values: {
      type: 'array',
      items: { type: 'string' },
      title: 'Missing values',
      description: `Cells with one of these texts are emptied, whatever the case. Add numbers such as -999 if they mean “missing”. In number, time and true/false columns, these texts always count as missing: ${ALWAYS_MISSING}`,
      default: ['NA', 'N/A', '#N/A', 'NaN', 'null', 'none', '-', '--', '---', '?'],
    },
    drop_duplicates: {
      type: 'boolean',
      title: 'Drop duplicate rows',
      description: 'Keeps the first of identical rows.',
      default: true,
    },
    outliers: {
      type: 'string',
      title: 'Outliers',
      description: 'Hampel compares each value with its window in time; IQR compares it with the whole series.',
      enum: ['none', 'hampel', 'iqr'],
      default: 'none',
    },
    outlier_threshold: {
      type: 'number',
      title: 'Outlier threshold',
      description:
        'Hampel: in robust standard deviations (MAD). IQR: in interquartile ranges. Lower values find more outliers.',
      default: 5,
      minimum: 0.5,
      maximum: 100,
    },
    outlier_window: {
      type: 'integer',
      title: 'Outlier window',
      description: 'For Hampel. Half-width of the window: values on each side.',
      default: 5,
      minimum: 1,
      maximum: 500,
      'x-unit': 'rows',
    },
    outlier_action: {
      type: 'string',
      title: 'Outlier action',
      description: 'Remove empties the cell; Flag adds a true/false column that marks it.',
      enum: ['remove', 'flag'],
      default: 'remove',
    },
    add_missing_times: {
      type: 'boolean',
      title: 'Add missing times',
      description: 'Adds an empty row for each time that a regular series skips.',
      default: false,
    },
    fill_gaps: {
      type: 'string',
      title: 'Fill gaps',
      description: 'Linear interpolates empty number cells; Previous repeats the preceding value.',
      enum: ['none', 'linear', 'previous'],
      default: 'none',
    },
    longest_gap: {
      type: 'integer',
      title: 'Longest gap to fill',
      description: 'Longer gaps stay empty.',
      default: 4,
      minimum: 1,
      maximum: 1000,
      'x-unit': 'rows',
    },
    value_columns: {
      type: 'array',
      items: { type: 'string' },
      title: 'Columns for outliers and gaps',
      description: 'Empty: all number columns.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'number',
    },
    time_column: {
      type: ['string', 'null'],
      title: 'Time column',
      description: 'Empty: the first time column.',
      'x-column-of': 'table',
      'x-column-kind': 'time',
    },
    series_column: {
      type: ['string', 'null'],
      title: 'Series column',
      description: 'Distinguishes the series in one table, such as the station. Empty: found automatically.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    sort_by_time: {
      type: 'boolean',
      title: 'Sort by time',
      description: 'Rows with the same time keep their order.',
      default: true,
    },
    stray_cells: {
      type: 'number',
      title: 'Stray cells allowed',
      description:
        'A text column is converted to numbers or times if at most this share of its cells cannot be converted. Those cells are emptied.',
      default: 5,
      minimum: 0,
      maximum: 50,
      'x-unit': '%',
    },
    bad_rows: {
      type: 'string',
      title: 'Rows with too many cells',
      description: 'Drop skips and counts them; Stop fails the job at the first.',
      enum: ['drop', 'stop'],
      default: 'drop',
    },
    drop_empty_rows: { type: 'boolean', title: 'Drop empty rows', default: true },
    drop_empty_columns: { type: 'boolean', title: 'Drop empty columns', default: true },
    trim_text: {
      type: 'boolean',
      title: 'Trim text',
      description: 'Removes leading and trailing spaces from text.',
      default: true,
    },
    column_names: {
      type: 'string',
      title: 'Column names',
      description: 'Snake case makes names that need no quoting in code: Water Level (cm) becomes water_level_cm.',
      enum: ['keep', 'snake_case'],
      default: 'keep',
    },
    output_format: FORMAT_PARAMETER,
    encoding: ENCODING_PARAMETER,
  },
} as const satisfies ParameterSchema
