export const bytesOf = 'Bytes of {name}'
export const bytes = '{count} bytes ({size})'
export const goToOffset = 'Go to offset'
export const offsetSuchAs0x1f00 = 'Go to offset, such as 0x1f00'
export const programHelp =
  'This {format} file can’t be opened here. Save its tables as Parquet, CSV or Excel, then upload those.'
export const compressedHelp =
  'This file is {format}-compressed and can’t be opened here. Decompress it, then upload its content or a ZIP or .tar.gz archive.'
