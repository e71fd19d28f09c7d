/* The texts of features/previews/archive. */

export const searchFiles = 'Search files'
export const name = 'Name'
export const size = 'Size'
export const modified = 'Modified'
export const filesIn = 'Files in {name}'
export const noFiles = 'This archive contains no files'
export const noMatchingFiles = 'No matching files'
export const decompressed = '{entries}, {size} uncompressed'
export const cantBeOpened = 'Can’t be opened. {fault}'
export const allFiles = 'All files'
export const nestedArchive =
  'Archives inside an archive are not opened here. Download the file and upload it to see its content.'
export const textOf = 'Text of {name}'
export const bytesOf = 'Bytes of {name}'
export const showingTheFirstOf = 'Showing the first {shown} of {size}'

export const downloadFile = 'Download file'
