/* The texts of features/sweeps. */

export const results = 'Results'
export const output = 'Output'
export const noNumbersYet = 'No job has returned this value as a number yet.'
export const jobsOfTheSweep = 'Jobs of the sweep'
export const valuesInTheTable = 'Values in the table'
export const values = 'Values'
export const job = 'Job'
export const state = 'State'
export const openTheJobWith = (values: string | number) => `Open the job with ${values}`
export const open = 'Open'
export const jobs = 'Jobs'
export const noJobsHelp = 'They may have been deleted, or belong to another account.'
export const noJobsInThisSweep = 'No jobs in this sweep'
export const retry = (failedJobs: string | number) => `Retry ${failedJobs}`
export const exportCsv = 'Export CSV'
export const addValues = 'Add values'
export const plot = 'Plot'
export const value = 'Value'
export const against = 'against'
export const parameter = 'Parameter'
export const table = 'Table'
export const combinationsAlreadyThere = (jobs: string | number, reused: string | number, all: string | number) =>
  `${jobs}; ${reused} of ${all} combinations are already there.`
export const allValuesExist = 'The sweep already has all of these values.'
export const start = (jobs: string | number) => `Start ${jobs}`
export const startVerb = 'Start'
export const startedAgain = (jobs: string | number) => `${jobs} started again`
