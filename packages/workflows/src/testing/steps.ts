import type { StepVersion } from '../steps.ts'

const table = 'text/csv,application/vnd.apache.parquet'
const slot = (name: string, mediaType: string | null, maxSlots: number | null = 1) => ({
  name,
  mediaType,
  minSlots: 1,
  maxSlots,
})

/** Typical steps of a workspace: clean, plot and query tables. */
export const STEPS: StepVersion[] = [
  {
    functionName: 'clean_table',
    version: '2.0.0',
    parameters: {
      type: 'object',
      properties: { window: { type: 'integer', minimum: 1 }, method: { enum: ['median', 'mean'], default: 'median' } },
      required: ['window', 'method'],
      additionalProperties: false,
    },
    inputs: [slot('table', table)],
    outputs: [slot('result', table), slot('report', 'application/json')],
  },
  {
    functionName: 'clean_table',
    version: '1.4.0',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    inputs: [slot('table', table)],
    outputs: [slot('result', table)],
  },
  {
    functionName: 'query_table',
    version: '2.0.0',
    parameters: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] },
    inputs: [slot('tables', table, null)],
    outputs: [slot('result', table)],
  },
  {
    functionName: 'plot_table',
    version: '2.0.0',
    parameters: undefined,
    inputs: [slot('table', table)],
    outputs: [slot('figure', 'application/vnd.plotly.v1+json')],
  },
]
