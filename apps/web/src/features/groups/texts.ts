/* The texts of features/groups. */

export const workData = 'Work data'
export const theGroupCouldNotBeLoaded = 'The group could not be loaded'
export const noJobsOrFilesWithThisTag = 'No jobs or files with this tag'
export const backToWorkData = 'Back to work data'
export const showWorkData = 'Show work data'
export const results = 'Results'
export const jobs = 'Jobs'
export const uploads = 'Uploads'
export const downloadAllAsZip = 'Download all as ZIP'
export const archiveLimit = 'An archive has at most {files} files.'
export const all = 'All {what}'
export const whatAppearsHere = 'Jobs and files with the tag {tag} appear here.'
