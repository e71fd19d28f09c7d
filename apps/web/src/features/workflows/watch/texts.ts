/* The texts of features/workflows/watch. */

export const results = 'Results'
export const execution = 'Execution'
export const progressOf = 'Progress of {name}'
export const cancelExecution = 'Cancel execution'
export const openExecution = 'Open execution'
export const backToEditing = 'Back to editing'
export const fixAndContinue = 'Fix and continue'
