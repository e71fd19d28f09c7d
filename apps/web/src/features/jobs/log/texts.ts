/* The texts of features/jobs/log. */

export const findInLog = 'Find in log'
export const wrap = 'Wrap'
export const logIsFull = 'The log reached its size limit. Later output was not kept.'
export const theLogCouldNotBeLoaded = 'The log could not be loaded'
export const noLogOutputYet = (worked: string | number) => `No log output yet. The step started ${worked} ago.`
export const noLogOutput = 'No log output.'
export const noMatches = 'No matches'
export const previousMatch = 'Previous match'
export const nextMatch = 'Next match'
export const download = 'Download'
export const live = 'Live'
export const attempt = (attempt: string | number) => `attempt ${attempt}`
export const log = 'Log'
export const newLines = 'New lines'
