/* The texts of features/jobs/components. */

export const pythonScriptCopied = 'Python script copied. It reads the API key from MILLRACE_API_KEY.'
export const cancelJobQuestion = 'Cancel job?'
export const cancelJob = 'Cancel job'
export const keepRunning = 'Keep running'
export const keepJob = 'Keep job'
export const runningJobStops = (name: string | number) =>
  `${name} stops immediately. Partial results are discarded. Inputs and parameters are kept.`
export const queuedJobWillNotStart = (name: string | number) =>
  `${name} will not start. Inputs and parameters are kept.`
export const deleteQuestion = (what: string | number) => `Delete ${what}?`
export const deleteVerb = (what: string | number) => `Delete ${what}`
export const whatIsDeleted = (lostWith: string | number) => `This permanently deletes ${lostWith}. Input data is kept.`
export const markJobAsFailed = 'Mark job as failed?'
export const markAsFailed = 'Mark as failed'
export const reason = 'Reason'
export const reasonHelp = (name: string | number) => `Shown to everyone who can see ${name}.`
export const copyLink = 'Copy link'
export const copyAsPython = 'Copy as Python'
export const createWorkflowFromJob = 'Create workflow from job'
export const results = (count: string | number) => `${count} results`
export const linkCopied = 'Link copied'
export const runAgain = 'Run again'
export const moreFor = (name: string | number) => `More for ${name}`
export const files = (count: string | number) => `${count} files`
export const runsOfThisJob = 'Runs of this job'
export const thisRun = 'This run'
export const compare = 'Compare'
export const compareWithRun = (number: string | number) => `Compare with run ${number}`
export const run = (number: string | number) => `Run ${number}`
