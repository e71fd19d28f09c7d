import type { ParameterSchema, ParametersOf } from '@millrace/worker-sdk'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'

/** The parameters of Plot table, in the order of the form. */
export const PLOT_PARAMETERS = {
  type: 'object',
  properties: {
    chart: {
      type: 'string',
      title: 'Chart',
      description: 'Auto: lines over time, points for two number columns, otherwise bars or a histogram.',
      enum: ['auto', 'line', 'scatter', 'bar', 'histogram', 'box'],
      default: 'auto',
      'x-group': 'Chart',
    },
    x: {
      type: ['string', 'null'],
      title: 'X',
      description:
        'Empty: the first time column for lines, a text column for bars and boxes. A date column and a time-of-day column next to it are combined.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
      'x-group': 'Chart',
      'x-applies-if': { chart: ['auto', 'line', 'scatter', 'bar', 'box'] },
    },
    y: {
      type: 'array',
      items: { type: 'string' },
      title: 'Y',
      description:
        'Number columns. Empty: the first. In line and scatter charts, columns with a second unit use a second axis on the right.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'number',
      'x-group': 'Chart',
    },
    color: {
      type: ['string', 'null'],
      title: 'Color by',
      description:
        'A column with few values; each value gets a color. Empty: found automatically for lines, such as the station; otherwise none.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
      'x-group': 'Chart',
    },
    title: {
      type: ['string', 'null'],
      title: 'Title',
      description: 'Empty: the file name. Titles over 80 characters are shortened.',
      maxLength: 200,
      'x-group': 'Look',
    },
    x_title: {
      type: ['string', 'null'],
      title: 'X title',
      description: 'Empty: the column and its unit.',
      maxLength: 200,
      'x-group': 'Look',
    },
    y_title: {
      type: ['string', 'null'],
      title: 'Y title',
      description: 'Empty: the columns and their unit.',
      maxLength: 200,
      'x-group': 'Look',
    },
    y2_title: {
      type: ['string', 'null'],
      title: 'Right Y title',
      description: 'Empty: the columns and their unit.',
      maxLength: 200,
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'line', 'scatter'] },
    },
    x_min: {
      type: ['string', 'null'],
      title: 'X from',
      description: 'A number, or a time such as 2024-11-20. Empty: the first value.',
      maxLength: 40,
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'line', 'scatter', 'histogram'] },
    },
    x_max: {
      type: ['string', 'null'],
      title: 'X to',
      description: 'A number, or a time such as 2024-11-20. Empty: the last value.',
      maxLength: 40,
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'line', 'scatter', 'histogram'] },
    },
    y_min: { type: ['number', 'null'], title: 'Y from', description: 'Empty: the lowest value.', 'x-group': 'Look' },
    y_max: { type: ['number', 'null'], title: 'Y to', description: 'Empty: the highest value.', 'x-group': 'Look' },
    order: {
      type: 'string',
      title: 'Order of bars',
      enum: ['table', 'highest first', 'lowest first', 'name'],
      default: 'table',
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'bar'] },
    },
    measure: {
      type: 'string',
      title: 'Bar value',
      description: 'How the rows of a bar are combined. Count ignores Y.',
      enum: ['mean', 'sum', 'min', 'max', 'count'],
      default: 'mean',
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'bar'] },
    },
    bins: {
      type: 'integer',
      title: 'Histogram bins',
      default: 40,
      minimum: 2,
      maximum: 500,
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'histogram'] },
    },
    log_y: { type: 'boolean', title: 'Logarithmic Y axis', default: false, 'x-group': 'Look' },
    points: {
      type: 'integer',
      title: 'Maximum points',
      description: 'Larger tables are thinned out so that every peak stays visible.',
      default: 5000,
      minimum: 100,
      maximum: 50_000,
      'x-group': 'Look',
      'x-applies-if': { chart: ['auto', 'line', 'scatter'] },
    },
    encoding: { ...ENCODING_PARAMETER, 'x-group': 'Reading' },
    sheet: { ...SHEET_PARAMETER, 'x-group': 'Reading' },
    sample_rows: { ...SAMPLE_PARAMETER, 'x-group': 'Reading' },
  },
} as const satisfies ParameterSchema

export type PlotParameters = ParametersOf<typeof PLOT_PARAMETERS>
