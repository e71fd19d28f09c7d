/* The texts of features/processing-steps, named after their first words. */

export const completed = ' completed'
export const median = 'median '
