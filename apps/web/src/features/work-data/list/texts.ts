/* The texts of features/work-data/list. */

export const whatAppearsHere = 'Uploaded files and job results appear here.'
export const noDataYet = 'No data yet'
export const uploadFiles = 'Upload files'
export const allWorkData = 'All work data'
export const startJob = 'Start job'
export const existingTagsAreKept = 'Existing tags are kept.'
export const addTags = 'Add tags'
export const name = 'Name'
export const typeIs = 'Type is'
export const filesAre = 'Files are'
export const hiddenFilesAre = 'Hidden files are'
export const typeContains = 'Type contains'
export const partOfTheType = 'Part of the type'
export const type = 'Type'
export const anyImage = 'Any image'
export const folderIs = 'Folder is'
export const folder = 'Folder'
export const deletion = 'Deletion'
export const deletable = 'Deletable'
export const protectedLabel = 'Protected'
export const workData = 'Work data'
export const workDataCouldNotBeLoaded = 'Work data could not be loaded'
export const size = 'Size'
export const kind = 'Kind'
export const job = 'Job'
export const created = 'Created'
export const by = 'By'
export const hidden = 'hidden'
export const openTheJobThatCreatedIt = 'Open the job that created it'
export const showWorkData = 'Show work data'
export const noFilesIn = (tab: string | number) => `No files in “${tab}”`
export const addTagsTo = (files: string | number) => `Add tags to ${files}`
export const selectNamed = (name: string | number) => `Select ${name}`
export const startAJobWith = (name: string | number) => `Start a job with ${name}`
export const createdBy = (name: string | number) => `Created by ${name}`
export const version = (number: string | number) => `Version ${number}`
