/* The texts of features/executions/list. */

export const state = 'State'
export const name = 'Name'
export const nodesDone = 'Nodes done'
export const created = 'Created'
export const duration = 'Duration'
export const by = 'By'
export const progressOf = (name: string | number) => `Progress of ${name}`
export const failed = 'Failed'
export const executions = 'Executions'
export const showExecutions = 'Show executions'
export const executionsCouldNotBeLoaded = 'Executions could not be loaded'
export const noExecutionsYet = 'No executions yet'
export const openExplorer = 'Open explorer'
export const noExecutionsIn = (text: string | number) => `No executions in “${text}”`
export const allExecutions = 'All executions'
