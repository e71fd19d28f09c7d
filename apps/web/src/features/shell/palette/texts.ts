/* The texts of features/shell/palette. */

export const thisPage = 'This page'
export const goTo = 'Go to'
export const workData = 'Work data'
export const processingSteps = 'Processing steps'
export const inANewTab = 'in a new tab'
export const commandsOnly = 'commands only'
export const resultCount = (count: string | number) => `${count} found`
export const found = 'Found'
export const searchOrRunACommand = 'Search or run a command'
export const close = 'Close'
export const searching = 'Searching…'
export const noResultsFor = (words: string | number) => `No results for “${words}”`
export const thisPageCommand = (label: string | number) => `This page ${label}`
export const startAJob = 'Start a job'
export const startUpload = 'Start upload'
export const uploadFiles = 'Upload files'
export const startAJobWith = (title: string | number) => `Start a job with ${title}`
export const start = (title: string | number) => `Start ${title}`
export const startJob = 'Start job'
