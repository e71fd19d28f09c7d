/* The texts of features/workflows/start. */

export const start = (title: string | number) => `Start ${title}`
export const theWorkflowCouldNotBeLoaded = 'The workflow could not be loaded'
export const name = 'Name'
export const tryAgain = 'Try again'
export const startExecutions = (executions: string | number) => `Start ${executions}`
export const startWorkflow = 'Start workflow'
export const enterANameFirst = 'Enter a name first'
export const theWorkflowCouldNotBeStarted = 'The workflow could not be started'
export const workflowStarted = 'Workflow started'
export const open = 'Open'
export const chooseWorkData = 'Choose work data'
export const addWorkData = 'Add work data'
export const chooseOtherWorkData = 'Choose other work data'
export const thisFileNoLongerExists = 'This file no longer exists'
export const loading = 'Loading'
export const workDataFor = (label: string | number) => `Work data for ${label}`
export const verbFor = (verb: string | number, label: string | number) => `${verb} for ${label}`
export const findWorkData = 'Find work data'
export const findWorkDataByName = 'Find work data by name'
export const workData = 'Work data'
export const noResultsFor = (text: string | number) => `No results for “${text}”`
export const noWorkDataYet = 'No work data yet'
export const uploadAFile = 'Upload a file'
