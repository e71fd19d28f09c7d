/* The texts of features/jobs. */

export const jobsHidden = (jobs: string | number) => `${jobs} jobs hidden`
export const jobHidden = 'Job hidden'
export const jobsRenamed = (jobs: string | number) => `${jobs} jobs renamed`
export const jobRenamed = 'Job renamed'
export const tagsOfJobsSaved = (jobs: string | number) => `Tags of ${jobs} jobs saved`
export const tagsSaved = 'Tags saved'
export const jobUnhidden = 'Job unhidden'
export const resultsAreProtected = 'Results are protected'
export const resultsCanNowBeDeleted = 'Results can now be deleted'
export const jobMarkedAsFailed = 'Job marked as failed'
export const jobAndResultsDeleted = 'Job and results deleted'
export const jobDeleted = 'Job deleted'
export const jobCanceled = 'Job canceled'
