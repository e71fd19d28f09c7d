/* The texts of features/shell/palette, named after their first words. */

export const thisPage = 'This page'
export const goTo = 'Go to'
export const workData = 'Work data'
export const processingSteps = 'Processing steps'
export const inANewTab = 'in a new tab'
export const commandsOnly = 'commands only'
export const found = (count: string | number) => `${count} found`
export const foundText = 'Found'
export const searchOrRunACommand = 'Search or run a command'
export const close = 'Close'
export const searching = 'Searching…'
export const noResultsFor = (trim: string | number) => `No results for “${trim}”`
export const thisPageLabel = (label: string | number) => `This page ${label}`
export const startAJob = 'Start a job'
export const startUpload = 'Start upload'
export const uploadFiles = 'Upload files'
export const startAJobWith = (title: string | number) => `Start a job with ${title}`
