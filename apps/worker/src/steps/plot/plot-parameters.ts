import type { ParameterSchema, ParametersOf } from '@millrace/worker-sdk'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'

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
    },
    x: {
      type: ['string', 'null'],
      title: 'X',
      description:
        'For all charts except histogram. Empty: the first time column for lines, a text column for bars and boxes. A date column and a time-of-day column next to it are combined.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
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
    },
    color: {
      type: ['string', 'null'],
      title: 'Color by',
      description:
        'A column with few values; each value gets a color. Empty: found automatically for lines, such as the station; otherwise none.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    title: {
      type: ['string', 'null'],
      title: 'Title',
      description: 'Empty: the file name. Titles over 80 characters are shortened.',
      maxLength: 200,
    },
    measure: {
      type: 'string',
      title: 'Bar value',
      description: 'For bar charts: how the rows of a bar are combined. Count ignores Y.',
      enum: ['mean', 'sum', 'min', 'max', 'count'],
      default: 'mean',
    },
    bins: {
      type: 'integer',
      title: 'Histogram bins',
      description: 'For histograms.',
      default: 40,
      minimum: 2,
      maximum: 500,
    },
    log_y: { type: 'boolean', title: 'Logarithmic Y axis', description: 'For all charts.', default: false },
    points: {
      type: 'integer',
      title: 'Maximum points',
      description: 'For line and scatter charts. Larger tables are thinned out so that every peak stays visible.',
      default: 5000,
      minimum: 100,
      maximum: 50_000,
    },
    encoding: ENCODING_PARAMETER,
  },
} as const satisfies ParameterSchema

export type PlotParameters = ParametersOf<typeof PLOT_PARAMETERS>
