import type { WorkflowDefinition } from '@millrace/workflows/definition'
import * as texts from './texts.ts'

/** A first workflow for an empty account, of built-in steps. */
export const SAMPLE_WORKFLOW: WorkflowDefinition = {
  version: 1,
  title: texts.cleanAndPlotGaugeReadings,
  description: texts.cleansTheReadings,
  variables: {
    readings: { type: 'string', format: 'work-data', title: texts.gaugeReadings },
    window: { type: 'string', enum: ['hour', 'day', 'week'], default: 'day', title: texts.window },
  },
  nodes: [
    {
      id: 'clean',
      title: texts.clean,
      step: { function: 'clean_table' },
      inputs: { table: [{ variable: 'readings' }] },
    },
    {
      id: 'aggregate',
      title: texts.aggregate,
      step: { function: 'aggregate_table' },
      parameters: { every: { variable: 'window' } },
      inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
    },
    {
      id: 'plot',
      title: texts.plot,
      step: { function: 'plot_table' },
      inputs: { table: [{ node: 'aggregate', slot: 'aggregated' }] },
    },
  ],
  outputs: { chart: { node: 'plot', slot: 'plot' } },
}
