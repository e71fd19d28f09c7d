/* The texts of features/executions/detail, named after their first words. */

export const same = 'Same'
export const different = 'Different'
export const missing = 'Missing'
export const theComparisonCouldNotBeLoaded = 'The comparison could not be loaded'
export const outputsCompared = 'Outputs compared'
export const node = 'Node'
export const output = 'Output'
export const verdict = 'Verdict'
export const sha256 = 'SHA-256'
export const returnedValue = 'Returned value'
export const runningTheSameSoFarDifferent = (outputs: string | number, different: string | number) =>
  `Running: ${outputs} the same so far, ${different} different.`
export const allAreTheSame = (outputs: string | number) => `All ${outputs} are the same.`
export const nodes = 'Nodes'
export const zoomOut = 'Zoom out'
export const zoomIn = 'Zoom in'
export const executions = 'Executions'
export const theNodesCouldNotBeLoaded = 'The nodes could not be loaded'
export const timeline = 'Timeline'
export const jobs = 'Jobs'
export const report = 'Report'
export const comparison = 'Comparison'
export const runAgainWithChanges = 'Run again with changes'
export const fixAndContinue = 'Fix and continue'
export const openWorkflow = 'Open workflow'
export const progressOf = (name: string | number) => `Progress of ${name}`
export const details = 'Details'
export const soFar = 'So far'
export const took = 'Took'
export const fromAnEarlierExecution = 'From an earlier execution'
export const runs = (reusedRuns: string | number) => `${reusedRuns} runs`
export const theJobThatRan = 'The job that ran'
export const dataMissing = 'Data missing'
export const openFailedJob = 'Open failed job'
export const job = 'Job'
export const runItAgain = 'Run it again with the same versions and compare the results'
export const verify = 'Verify'
