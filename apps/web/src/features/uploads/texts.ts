/* The texts of features/uploads. */

export const dropAnywhere = 'Drop more files or a folder anywhere on this page'
export const dropFilesOr = 'Drop files or a folder, or'
export const chooseFilesInline = 'choose files'
export const upToPerFile = (limit: string | number) => `Up to ${limit} per file`
export const keepBoth = 'Keep both'
export const newVersion = 'New version'
export const sameName = (name: string | number) => `Same name: ${name}`
export const yourWorkDataHas = 'Your work data has'
export const aFileWithThisName = 'a file with this name'
export const namesInUse = 'Names in use'
export const namesInUseHelp = (count: string | number) =>
  `Files with the names of ${count} of these uploads already exist in your work data.`
export const allFilesWithNamesInUse = 'All files with a name in use'
export const theTagsCouldNotBeSaved = 'The tags could not be saved.'
export const tagsForAllFiles = 'Tags for all files'
export const newTag = 'New tag'
export const tag = 'Tag'
export const unfinishedUploads = 'Unfinished uploads'
export const unfinishedHelp = 'Choose these files again to continue their uploads'
export const discardTheUploadOf = (name: string | number) => `Discard the upload of ${name}`
export const failedCount = (failed: string | number) => `, ${failed} failed`
export const clearList = 'Clear list'
export const startJobWith = (files: string | number) => `Start job with ${files}`
export const allUploads = 'All uploads'
export const speedAndAboutLeft = (bytesPerSecond: string | number, msLeft: string | number) =>
  `${bytesPerSecond}/s, about ${msLeft} left`
export const connectionLostResumesAutomatically = 'Connection lost. Resumes automatically.'
export const waiting = 'Waiting'
export const pausedAt = (text: string | number) => `Paused at ${text}`
export const uploadOf = (name: string | number) => `Upload of ${name}`
export const canceled = 'Canceled'
export const checkingAndStoring = 'Checking and storing'
export const soFar = (sentBytes: string | number) => `${sentBytes} so far`
export const connecting = 'Connecting'
export const comparingWithYourFiles = (share: string | number) => `Comparing with your files, ${share}`
export const comparisonOf = (name: string | number) => `Comparison of ${name}`
export const noProgressFor = (still: string | number) => `No progress for ${still}`
export const speedAndLeft = (bytesPerSecond: string | number, msLeft: string | number) =>
  `${bytesPerSecond}/s, ${msLeft} left`
export const alreadyHere = 'Not sent again: you already have this content'
export const tagged = (join: string | number) => `Tagged ${join}`
export const tryAgain = 'Try again'
export const tryAgainNamed = (name: string | number) => `Try again: ${name}`
export const cancelNamed = (name: string | number) => `Cancel ${name}`
export const removeFromListNamed = (name: string | number) => `Remove ${name} from list`
export const cancel = 'Cancel'
export const removeFromList = 'Remove from list'
export const resume = 'Resume'
export const resumeNamed = (name: string | number) => `Resume ${name}`
export const pause = 'Pause'
export const pauseNamed = (name: string | number) => `Pause ${name}`
export const open = 'Open'
export const openNamed = (name: string | number) => `Open ${name}`
export const startJob = 'Start job'
export const startJobWithNamed = (name: string | number) => `Start job with ${name}`
export const workData = 'Work data'
export const upload = 'Upload'
export const toWorkData = 'to Work data'
export const fromUrl = 'From URL'
export const chooseFolder = 'Choose folder'
export const chooseFiles = 'Choose files'
export const filesToUpload = 'Files to upload'
export const folderToUpload = 'Folder to upload'
export const file = 'File'
export const progress = 'Progress'
export const uploads = 'Uploads'
export const showMore = 'Show more'
export const urlInvalid = 'Enter a URL that starts with https:// or http://.'
export const uploadFromUrl = 'Upload from URL'
export const url = 'URL'
export const addedAsANewVersion = 'Added as a new version'
