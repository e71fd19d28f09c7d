/* The texts of features/work-data. */

export const keepFile = 'Keep file'
export const keepFiles = 'Keep files'
export const deletion = 'Deletion'
export const fileDeleted = 'File deleted'
export const renameFile = 'Rename file'
export const name = 'Name'
export const cancel = 'Cancel'
export const fileUnhidden = 'File unhidden'
export const noteSaved = 'Note saved'
export const copiedToYourWorkspace = 'Copied to your workspace'
export const fileCanNowBeDeleted = 'File can now be deleted'
export const fileProtectedFromDeletion = 'File protected from deletion'
export const fileHidden = 'File hidden'
export const tagsSaved = 'Tags saved'
export const fileRenamed = 'File renamed'
export const more = 'More'
export const copyLink = 'Copy link'
export const download = 'Download'
export const deleteLabel = 'Delete'
export const deleteUsedByJobs = 'Delete: used by jobs'
export const linkCopied = 'Link copied'
export const filesDeleted = (count: string | number) => `${count} files deleted`
export const deletedForever = (what: string | number) => `This permanently deletes ${what}.`
export const resultsDeletedForever = (what: string | number) =>
  `This permanently deletes ${what}. The jobs that created the results are kept, with their logs.`
export const resultDeletedForever = (what: string | number) =>
  `This permanently deletes ${what}. The job and its log are kept, so you can run it again.`
export const deletingProgress = (done: string | number, all: string | number) => `Deleting ${done} of ${all}`
export const deleteCount = (what: string | number) => `Delete ${what}`
export const deleteQuestion = (what: string | number) => `Delete ${what}?`
export const filesRenamed = (files: string | number) => `${files} files renamed`
export const tagsOfFilesSaved = (files: string | number) => `Tags of ${files} files saved`
export const filesHidden = (files: string | number) => `${files} files hidden`
export const moreFor = (name: string | number) => `More for ${name}`
