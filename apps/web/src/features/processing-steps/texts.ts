/* The texts of features/processing-steps. */

export const completed = ' completed'
export const median = 'median '
export const jobsInDays = (days: string | number) => `jobs in ${days} days`
export const jobsInTheLastDays = (days: string | number) => `Jobs in the last ${days} days`
