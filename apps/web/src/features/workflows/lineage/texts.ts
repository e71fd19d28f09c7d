/* The texts of features/workflows/lineage, named after their first words. */

export const newWorkflow = 'New workflow'
