/* The texts of features/processing-steps. */

export const completed = ' completed'
export const median = 'median '
export const inDays = 'in {days} days'
export const jobsInDays = 'jobs in {days} days'
export const jobsInTheLastDays = 'Jobs in the last {days} days'
