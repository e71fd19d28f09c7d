import type { WorkflowDefinition } from '@millrace/workflows/definition'
import * as texts from './texts.ts'

/**
 * Returns the sample workflow for an empty account, made of built-in steps: it cleans data, then creates a profile in
 * one branch, and an aggregate and a chart per station in another. It is ready to run on the given readings.
 */
export function sampleWorkflow(readings: string): WorkflowDefinition {
  return {
    version: 1,
    title: texts.cleanAndPlotGaugeReadings,
    description: texts.cleansTheReadings,
    variables: {
      readings: { type: 'string', format: 'work-data', default: readings, title: texts.gaugeReadings },
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
        id: 'profile',
        title: texts.profile,
        step: { function: 'profile_table' },
        inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
      },
      {
        id: 'stations',
        title: texts.splitByStation,
        step: { function: 'split_by_column' },
        parameters: { column: { value: 'station' } },
        inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
      },
      {
        id: 'aggregate',
        title: texts.aggregate,
        step: { function: 'aggregate_table' },
        forEach: { node: 'stations', slot: 'parts' },
        parameters: { every: { variable: 'window' } },
        inputs: { table: [{ item: '' }] },
      },
      {
        id: 'plot',
        title: texts.plot,
        step: { function: 'plot_table' },
        forEach: { node: 'aggregate', slot: 'aggregated' },
        parameters: { y: { value: ['level_cm_mean', 'level_cm_min', 'level_cm_max'] } },
        inputs: { table: [{ item: '' }] },
      },
    ],
    outputs: { charts: { node: 'plot', slot: 'plot' } },
  }
}
