/* The texts of features/groups, named after their first words. */

export const workData = 'Work data'
export const theGroupCouldNotBeLoaded = 'The group could not be loaded'
export const noJobsOrFiles = 'No jobs or files with this tag'
export const showWorkData = 'Show work data'
export const results = 'Results'
export const jobs = 'Jobs'
export const files = 'Files'
export const downloadAllAsZip = 'Download all as ZIP'
