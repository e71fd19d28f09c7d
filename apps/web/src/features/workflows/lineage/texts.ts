/* The texts of features/workflows/lineage. */

export const newWorkflow = 'New workflow'
