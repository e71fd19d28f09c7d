export const newWorkflow = 'New workflow'
