/* The texts of features/work-data/detail. */

export const discussion = 'Discussion'
export const lineage = 'Lineage'
export const noFiles = 'no files'
export const job = (name: string | number, step: string | number) => `Job ${name}, ${step}`
export const createdBy = 'Created by'
export const theJobWasDeleted = 'The job was deleted.'
export const note = 'Note'
export const edit = 'Edit'
export const add = 'Add'
export const noNoteYet = 'No note yet.'
export const cancel = 'Cancel'
export const saveNote = 'Save note'
export const usedIn = 'Used in'
export const all = (jobs: string | number) => `All ${jobs}`
export const openNewestVersion = 'Open newest version'
export const versions = 'Versions'
export const matchingSteps = 'Matching steps'
export const startWith = (title: string | number, name: string | number) => `Start ${title} with ${name}`
export const startJob = 'Start job'
export const workData = 'Work data'
export const fileWasDeleted = 'This file was deleted. Its details stay visible until you leave this page.'
export const fileBelongsTo = (owner: string | number) =>
  `This file belongs to ${owner}. You can see it because you are an administrator. You can download and delete it. Only the owner can change its name, tags and note.`
export const copyLink = 'Copy link'
export const startJobWithThisFile = 'Start job with this file'
export const hiddenFromLists = 'Hidden from lists'
export const uploaded = 'Uploaded '
export const created = 'Created '
export const details = 'Details'
export const mediaType = 'Media type'
export const bytes = (sizeInBytes: string | number) => `${sizeInBytes} bytes`
export const copyFullSha256 = 'Copy full SHA-256'
export const noUsedByJobs = 'No, used by jobs'
export const backToWorkData = 'Back to work data'
export const notFound = 'Not found'
export const itWasDeleted = 'It was deleted, or you don’t have access to it.'
export const fileNotFound = 'File not found'
export const notLoaded = 'Not loaded'
export const theFileCouldNotBeLoaded = 'The file could not be loaded'
export const rename = 'Rename'
export const fileName = 'File name'
export const more = (count: string | number) => `+${count} more`
export const version = (number: string | number) => `Version ${number}`
export const moreCount = (count: string | number) => `${count} more`
export const tag = 'Tag'
export const download = 'Download'
export const no = 'No'
export const yes = 'Yes'
