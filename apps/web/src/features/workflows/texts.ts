export const WORKFLOW_TEXTS = {
  empty: 'A workflow runs several steps in sequence or in parallel. Run it as often as you like.',
  notDefinition: 'The file isn’t a workflow definition.',
  faulty: 'You can import the workflow and fix these problems in the configurator. Until then it can’t run.',
  deleteKept: 'Executions and their results are kept.',
  noVariables: 'This workflow has no variables. You can start it.',
  noDefinition: 'This file isn’t a workflow definition. Open it in the configurator to fix it.',
  restored: 'These are your unsaved changes from an earlier visit.',
  trial: 'Run only this step, on data you choose, with the parameters above.',
  narrow: 'To edit this workflow, open it on a larger screen.',
  leave: 'Your changes are kept as a draft in this browser. Other people don’t see them until you save.',
} as const

export const problems = 'Problems'
export const cleanAndPlotGaugeReadings = 'Clean and plot gauge readings'
export const cleansTheReadings =
  'Cleans the readings of several gauges and profiles them. Aggregates and plots each station.'
export const gaugeReadings = 'Gauge readings'
export const window = 'Window'
export const clean = 'Clean'
export const profile = 'Profile'
export const splitByStation = 'Split by station'
export const aggregate = 'Aggregate'
export const plot = 'Plot'
export const mayNotUpload = 'You don’t have permission to upload files here.'
export const definitionTooLarge = 'The workflow is {size}. A workflow definition can be up to {limit}.'
export const definitionTooLargeToOpen =
  'The workflow is {size}. Workflows up to {limit} can be opened. Download it instead.'
