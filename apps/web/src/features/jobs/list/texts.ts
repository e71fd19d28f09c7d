/* The texts of features/jobs/list. */

export const state = 'State'
export const findAStep = 'Find a step'
export const findWorkData = 'Find work data'
export const compare = 'Compare'
export const runAgain = 'Run again'
export const jobStartedAgain = 'Job started again'
export const cancel = 'Cancel'
export const addTags = 'Add tags'
export const tags = 'Tags'
export const existingTagsAreKept = 'Existing tags are kept.'
export const keepJob = 'Keep job'
export const keepJobs = 'Keep jobs'
export const runningJobsStop = 'They stop immediately. Partial results are discarded. Inputs and parameters are kept.'
export const noWorker = 'No worker'
export const noWorkerConnected = ' for this step is connected. The job waits until one is.'
export const name = 'Name'
export const newestFirst = 'Newest first'
export const lastFinishedFirst = 'Last finished first'
export const byName = 'By name'
export const sort = 'Sort'
export const order = 'Order'
export const stateIs = 'State is'
export const stepIs = 'Step is'
export const dataIs = 'Data is'
export const causeIs = 'Cause is'
export const subJobOf = 'Sub-job of'
export const parameterIs = 'Parameter is'
export const logContains = 'Log contains'
export const textInTheLog = 'Text in the log'
export const subJobs = 'Sub-jobs'
export const hiddenJobsAre = 'Hidden jobs are'
export const jobsWithTheSameCause = 'Jobs with the same cause'
export const jobsCouldNotBeLoaded = 'Jobs could not be loaded'
export const jobs = 'Jobs'
export const inputStepOutput = 'Input → step → output'
export const created = 'Created'
export const duration = 'Duration'
export const by = 'By'
export const worker = 'Worker'
export const showJobs = 'Show jobs'
export const close = 'Close'
export const inputs = 'In'
export const outputs = 'Out'
export const log = 'Log'
export const all = 'All'
export const inProgress = 'In progress'
export const needsYou = 'Needs you'
export const drafts = 'Drafts'
export const completed = 'Completed'
export const failed = 'Failed'
export const canceled = 'Canceled'
export const startAJob = 'Start a job'
export const whatAJobIs = 'A job runs a step on your data and keeps the results.'
export const noJobsYet = 'No jobs yet'
export const allJobs = 'All jobs'
export const apply = 'Apply'
export const jobsDeletedForever = (what: string | number) =>
  `This permanently deletes ${what}, logs and history. Input data is kept.`
export const cancelCount = (jobs: string | number) => `Cancel ${jobs}`
export const deleteCount = (jobs: string | number) => `Delete ${jobs}`
export const cancelQuestion = (jobs: string | number) => `Cancel ${jobs}?`
export const deleteQuestion = (jobs: string | number) => `Delete ${jobs}?`
export const addTagsTo = (jobs: string | number) => `Add tags to ${jobs}`
export const jobsStartedAgain = (count: string | number) => `${count} jobs started again`
export const progressOf = (name: string | number) => `Progress of ${name}`
export const peekAt = (name: string | number) => `Peek at ${name}`
export const noJobsIn = (tab: string | number) => `No jobs in “${tab}”`
