/* The texts of features/previews/report. */

export const variables = 'Variables'
export const results = 'Results'
export const whatRan = 'What ran'
export const theStepWasDeleted = 'The step was deleted'
export const job = 'job'
export const anEarlierExecution = 'an earlier execution'
export const input = 'Input'
export const output = 'Output'
export const file = 'File'
export const size = 'Size'
export const sha256 = 'SHA-256'
export const deletedSince = ', deleted since'
export const notAReport = 'This file is not a valid report. Switch to Text to see its content.'
export const print = 'Print'
export const saveAsHtml = 'Save as HTML'
export const report = (title: string | number) => `Report ${title}`
export const moreRunsInFile = (count: string | number) => `${count} more runs are in the report file.`
export const moreFilesBelow = (count: string | number) => `${count} more files are listed below.`
