/* The texts of features/uploads, named after their first words. */

export const dropMoreFiles = 'Drop more files or a folder anywhere on this page'
export const dropFilesOrAFolderOr = 'Drop files or a folder, or'
export const chooseFiles = 'choose files'
export const upToPerFile = (limit: string | number) => `Up to ${limit} per file`
export const keepBoth = 'Keep both'
export const newVersion = 'New version'
export const sameName = (name: string | number) => `Same name: ${name}`
export const yourWorkDataHas = 'Your work data has'
export const aFileWithThisName = 'a file with this name'
export const namesInUse = 'Names in use'
export const filesWithTheNames = (count: string | number) =>
  `Files with the names of ${count} of these uploads already exist in your work data.`
export const allFilesWithAName = 'All files with a name in use'
export const theTagsCouldNotBeSaved = 'The tags could not be saved.'
export const tagsForAllFiles = 'Tags for all files'
export const newTag = 'New tag'
export const tag = 'Tag'
export const unfinishedUploads = 'Unfinished uploads'
export const chooseTheseFilesAgain = 'Choose these files again to continue their uploads'
export const discardTheUploadOf = (name: string | number) => `Discard the upload of ${name}`
export const failed = (failed: string | number) => `, ${failed} failed`
export const clearList = 'Clear list'
export const startJobWith = (files: string | number) => `Start job with ${files}`
export const allUploads = 'All uploads'
export const sAboutLeft = (bytesPerSecond: string | number, msLeft: string | number) =>
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
export const sLeft = (bytesPerSecond: string | number, msLeft: string | number) => `${bytesPerSecond}/s, ${msLeft} left`
export const notSentAgainYouAlready = 'Not sent again: you already have this content'
export const tagged = (join: string | number) => `Tagged ${join}`
export const tryAgain = 'Try again'
export const tryAgainName = (name: string | number) => `Try again: ${name}`
export const cancel = (name: string | number) => `Cancel ${name}`
export const removeFromList = (name: string | number) => `Remove ${name} from list`
export const cancelText = 'Cancel'
export const removeFromListText = 'Remove from list'
export const resume = 'Resume'
export const resumeName = (name: string | number) => `Resume ${name}`
export const pause = 'Pause'
export const pauseName = (name: string | number) => `Pause ${name}`
export const open = 'Open'
export const openName = (name: string | number) => `Open ${name}`
export const startJob = 'Start job'
export const startJobWithName = (name: string | number) => `Start job with ${name}`
export const workData = 'Work data'
export const upload = 'Upload'
export const toWorkData = 'to Work data'
export const fromUrl = 'From URL'
export const chooseFolder = 'Choose folder'
export const chooseFilesText = 'Choose files'
export const filesToUpload = 'Files to upload'
export const folderToUpload = 'Folder to upload'
export const file = 'File'
export const progress = 'Progress'
export const uploads = 'Uploads'
export const showMore = 'Show more'
export const enterAUrlThatStarts = 'Enter a URL that starts with https:// or http://.'
export const uploadFromUrl = 'Upload from URL'
export const url = 'URL'
