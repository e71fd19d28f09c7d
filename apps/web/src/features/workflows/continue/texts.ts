/* The texts of features/workflows/continue. */

export const name = 'Name'
export const reuseFinishedResults = 'Reuse finished results'
export const tryAgain = 'Try again'
export const start = 'Start'
export const enterANameFirst = 'Enter a name first'
export const cannotStart = 'The execution can’t start with these changes'
export const theWorkflowCouldNotBeLoaded = 'The workflow could not be loaded'
export const runAgain = (name: string | number) => `Run ${name} again`
export const fixAndContinue = (name: string | number) => `Fix and continue ${name}`
export const whatWillRun = 'What will run'
export const variables = 'Variables'
export const parametersOf = 'Parameters of'
export const stepWhoseParametersToChange = 'Step whose parameters to change'
export const stepIsGone = (value: string | number) => `The step ${value} is no longer available.`
export const thisStepHasNoParameters = 'This step has no parameters.'
export const cantRun = 'Can’t run'
export const runsAgain = 'Runs again'
export const runsAgainIfResultsChange = 'Runs again if results change'
export const skipped = 'Skipped'
export const reused = 'Reused'
export const decisions = 'Decisions'
export const ofReused = (reusedRuns: string | number, runs: string | number) => `${reusedRuns} of ${runs} reused. `
export const executionStarted = 'Execution started'
