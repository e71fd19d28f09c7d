/* The texts of features/previews/archive. */

export const findAFile = 'Find a file'
export const name = 'Name'
export const size = 'Size'
export const modified = 'Modified'
export const filesIn = (name: string | number) => `Files in ${name}`
export const noMatchingFiles = 'No matching files'
export const decompressed = (entries: string | number, size: string | number) => `${entries}, ${size} decompressed`
export const cantBeOpened = (fault: string | number) => `Can’t be opened. ${fault}`
export const allFiles = 'All files'
export const nestedArchive =
  'Archives inside an archive are not opened here. Download the file and upload it to see its content.'
export const textOf = (name: string | number) => `Text of ${name}`
export const bytesOf = (name: string | number) => `Bytes of ${name}`
export const showingTheFirstOf = (text: string | number, sizeInBytes: string | number) =>
  `Showing the first ${text} of ${sizeInBytes}`

export const downloadFile = 'Download file'
