/* The texts of features/sweeps, named after their first words. */

export const results = 'Results'
export const output = 'Output'
export const noJobHasReturned = 'No job has returned this value as a number yet.'
export const jobsOfTheSweep = 'Jobs of the sweep'
export const valuesInTheTable = 'Values in the table'
export const values = 'Values'
export const job = 'Job'
export const state = 'State'
export const openTheJobWith = (wordsOfCell: string | number) => `Open the job with ${wordsOfCell}`
export const open = 'Open'
export const jobs = 'Jobs'
export const theyMayHaveBeenDeleted = 'They may have been deleted, or belong to another account.'
export const noJobsInThisSweep = 'No jobs in this sweep'
export const retry = (failedjobs: string | number) => `Retry ${failedjobs}`
export const exportCsv = 'Export CSV'
export const addValues = 'Add values'
export const plot = 'Plot'
export const value = 'Value'
export const against = 'against'
export const parameter = 'Parameter'
