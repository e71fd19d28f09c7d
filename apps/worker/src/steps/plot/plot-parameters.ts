import type { ParameterSchema, ParametersOf } from '@millrace/worker-sdk'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'

/** The parameters of Plot table, in the order of the form. */
export const PLOT_PARAMETERS = {
  type: 'object',
  properties: {
    chart: {
      type: 'string',
      title: 'Chart',
      description: 'auto draws lines over time, points for two columns of numbers, otherwise bars or a histogram.',
      enum: ['auto', 'line', 'scatter', 'bar', 'histogram', 'box'],
      default: 'auto',
    },
    x: {
      type: ['string', 'null'],
      title: 'X',
      description:
        'Leave empty for the first column of times. Dates and a clock in the column beside them are read together.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    y: {
      type: 'array',
      items: { type: 'string' },
      title: 'Y',
      description: 'One or several columns of numbers. Leave empty for the first. A second unit gets its own axis.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'number',
    },
    color: {
      type: ['string', 'null'],
      title: 'Colour by',
      description: 'A column of few values; each gets a colour. Leave empty to find one, such as the station.',
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    title: {
      type: ['string', 'null'],
      title: 'Title',
      description: 'Leave empty for the name of the file. The middle of a title above 80 letters is left out.',
      maxLength: 200,
    },
    measure: {
      type: 'string',
      title: 'Height of bars',
      description: 'What a bar shows of the rows of its category.',
      enum: ['mean', 'sum', 'min', 'max', 'count'],
      default: 'mean',
    },
    bins: {
      type: 'integer',
      title: 'Bins of the histogram',
      default: 40,
      minimum: 2,
      maximum: 500,
    },
    log_y: { type: 'boolean', title: 'Logarithmic Y axis', default: false },
    points: {
      type: 'integer',
      title: 'Most points',
      description: 'Larger tables are thinned out so that every peak stays visible.',
      default: 5000,
      minimum: 100,
      maximum: 50_000,
    },
    encoding: ENCODING_PARAMETER,
  },
} as const satisfies ParameterSchema

export type PlotParameters = ParametersOf<typeof PLOT_PARAMETERS>
