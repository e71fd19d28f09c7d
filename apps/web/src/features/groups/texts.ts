/* The texts of features/groups. */

export const workData = 'Work data'
export const theGroupCouldNotBeLoaded = 'The group could not be loaded'
export const noJobsOrFilesWithThisTag = 'No jobs or files with this tag'
export const showWorkData = 'Show work data'
export const results = 'Results'
export const jobs = 'Jobs'
export const files = 'Files'
export const downloadAllAsZip = 'Download all as ZIP'
export const archiveLimit = (files: string | number) => `An archive has at most ${files} files.`
export const all = (what: string | number) => `All ${what}`
export const whatAppearsHere = (tag: string | number) => `Jobs and files with the tag ${tag} appear here.`
