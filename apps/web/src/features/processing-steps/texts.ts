/* The texts of features/processing-steps. */

export const completed = '{share} completed'
export const median = 'median {duration}'
export const failed = '{count} failed'
export const notUsed = 'No jobs in the last {days} days'
export const jobsInDays = 'jobs in {days} days'
export const jobsInTheLastDays = 'Jobs in the last {days} days'
