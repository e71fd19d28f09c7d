/* The texts of features/jobs/detail, named after their first words. */

export const theStepFailedWithoutGiving = 'The step failed without giving a reason.'
export const lineOfTheLog = (text: string | number) => `Line ${text} of the log`
export const jobs = 'Jobs'
export const backToJobs = 'Back to jobs'
export const notFound = 'Not found'
export const itWasDeleted = 'It was deleted, or you don’t have access to it.'
export const jobNotFound = 'Job not found'
export const job = 'Job'
export const theJobCouldNotBeLoaded = 'The job could not be loaded'
export const copyLink = 'Copy link'
export const more = 'More'
export const cancelJob = 'Cancel job'
export const fixAndRunAgain = 'Fix and run again'
export const runAgain = 'Run again'
export const runAgainText = 'Run again…'
export const startJobWithResult = 'Start job with result'
export const started = 'Started '
export const created = 'Created '
export const took = (worked: string | number) => `Took ${worked}`
export const attemptOf = (attempt: string | number, maxAttempts: string | number) =>
  `Attempt ${attempt} of ${maxAttempts}`
export const hiddenFromLists = 'Hidden from lists'
export const openExecution = 'Open execution'
export const openSweep = 'Open sweep'
export const tag = '+ Tag'
export const theHistoryCouldNotBeLoaded = 'The history could not be loaded'
export const by = (actorName: string | number) => `by ${actorName}`
export const attempt = (attempt: string | number) => `attempt ${attempt}`
export const forLabel = (lasted: string | number) => `for ${lasted}`
export const stepOwner = 'Step owner'
export const details = 'Details'
export const parameters = 'Parameters'
export const showAll = (count: string | number) => `Show all ${count}`
export const changed = 'changed'
export const anInputWasDeleted = 'An input was deleted or cannot be read.'
export const chooseOtherDataBelow = 'Choose other data below.'
export const chooseOtherDataBelowIfTheFile =
  'Choose other data below. If the file is restored, the job becomes ready again.'
export const canceledBy = (actorName: string | number) => `Canceled by ${actorName} `
export const canceled = 'Canceled '
export const partialResultsWereDiscarded = 'Partial results were discarded.'
export const itHadNotStarted = 'It had not started.'
export const theServerHasNotReported = 'The server has not reported a state.'
export const refresh = 'Refresh'
export const progressOf = (name: string | number) => `Progress of ${name}`
export const input = 'Input'
export const output = 'Output'
export const noParametersWereSet = 'No parameters were set.'
export const copyAsJson = 'Copy as JSON'
export const returnedValue = 'Returned value'
export const returned = 'Returned'
export const theJobFinishedWithoutWriting = 'The job finished without writing any files.'
export const useAsInput = 'Use as input'
export const download = 'Download'
export const noStepChosen = 'No step chosen'
export const working = 'Working'
export const deletedOrNotWritten = 'Deleted, or not written'
export const noOutput = 'No output'
export const theSubJobsCould = 'The sub-jobs could not be loaded'
export const openAsAList = 'Open as a list'
export const subJobs = 'Sub-jobs'
export const state = 'State'
export const name = 'Name'
export const inputStepOutput = 'Input → step → output'
export const duration = 'Duration'
export const rename = (name: string | number) => `Rename “${name}”`
export const jobName = 'Job name'
