import type { WorkflowDefinition } from '@millrace/workflows/definition'

/** A first workflow for an empty account, of built-in steps. */
export const SAMPLE_WORKFLOW: WorkflowDefinition = {
  version: 1,
  title: 'Clean and plot gauge readings',
  description: 'Cleans the readings of a gauge, aggregates them, and plots the result.',
  variables: {
    readings: { type: 'string', format: 'work-data', title: 'Gauge readings' },
    window: { type: 'string', enum: ['hour', 'day', 'week'], default: 'day', title: 'Window' },
  },
  nodes: [
    {
      id: 'clean',
      title: 'Clean',
      step: { function: 'clean_table' },
      inputs: { table: [{ variable: 'readings' }] },
    },
    {
      id: 'aggregate',
      title: 'Aggregate',
      step: { function: 'aggregate_table' },
      parameters: { every: { variable: 'window' } },
      inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
    },
    {
      id: 'plot',
      title: 'Plot',
      step: { function: 'plot_table' },
      inputs: { table: [{ node: 'aggregate', slot: 'aggregated' }] },
    },
  ],
  outputs: { chart: { node: 'plot', slot: 'plot' } },
}
