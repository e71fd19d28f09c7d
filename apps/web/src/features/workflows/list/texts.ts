/* The texts of features/workflows/list. */

export const deleteQuestion = (titleOfFile: string | number) => `Delete ${titleOfFile}?`
export const deleteWorkflow = 'Delete workflow'
export const keepWorkflow = 'Keep workflow'
export const workflowDeleted = 'Workflow deleted'
export const has = (name: string | number, problems: string | number) => `${name} has ${problems}`
export const cantBeImported = (name: string | number) => `${name} can’t be imported`
export const cancel = 'Cancel'
export const close = 'Close'
export const importAnyway = 'Import anyway'
export const lastRunOf = (titleOfFile: string | number) => `Last run of ${titleOfFile}: `
export const neverRun = 'Never run'
export const inDuration = (worked: string | number) => `in ${worked}`
export const noWorkflowsYet = 'No workflows yet'
export const newWorkflow = 'New workflow'
export const startFromTheSample = 'Start from the sample'
export const workflowDuplicated = 'Workflow duplicated'
export const open = 'Open'
export const workflowImported = 'Workflow imported'
export const workflows = 'Workflows'
export const hidden = 'hidden'
export const earlierVersionsAre = 'Earlier versions are'
export const workflowsCouldNotBeLoaded = 'Workflows could not be loaded'
export const lastRun = 'Last run'
export const version = 'Version'
export const by = 'By'
export const versionNumber = (versionOf: string | number) => `version ${versionOf}`
export const name = 'Name'
export const importDefinition = 'Import definition'
export const definitionFiles = 'Definition files'
export const sort = (text: string | number) => `Sort: ${text}`
export const sortBy = 'Sort by'
export const order = 'Order'
export const ascending = 'Ascending'
export const descending = 'Descending'
export const moreFor = (titleOfFile: string | number) => `More for ${titleOfFile}`
export const duplicate = 'Duplicate'
export const download = 'Download'
export const workflowHidden = 'Workflow hidden'
export const workflowUnhidden = 'Workflow unhidden'
export const deleteVerb = 'Delete'
export const tagsSaved = 'Tags saved'
export const start = (titleOfFile: string | number) => `Start ${titleOfFile}`
export const imported = (workflow: string | number) => `${workflow} imported`
