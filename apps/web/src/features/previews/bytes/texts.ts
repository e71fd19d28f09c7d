/* The texts of features/previews/bytes. */

export const bytesOf = 'Bytes of {name}'
export const bytes = '{count} bytes ({size})'
export const goToOffset = 'Go to offset'
export const offsetSuchAs0x1f00 = 'Offset, such as 0x1f00'
export const packedHelp =
  'Files packed with {format} can’t be opened here. Unpack it on your computer, and upload its files or a ZIP or .tar.gz archive.'
