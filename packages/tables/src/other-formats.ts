import { detectEncoding } from './encoding.ts'

/** A format that is not a table. In a message, `is` follows the file name and the word “is”. */
export interface OtherFormat {
  is: string
  remedy: string
}

const UNPACK = 'Decompress it and choose the file inside.'
const EXPORT = 'Export the table as CSV or Parquet and choose that file.'
const CHOOSE = 'Choose a CSV, TSV, Parquet or JSON file.'

const SIGNATURES: readonly (OtherFormat & { starts: string | readonly number[] })[] = [
  {
    starts: 'PK\u0003\u0004',
    is: 'a ZIP archive',
    remedy: 'Extract it and choose the file inside.',
  },
  { starts: [0x1f, 0x8b], is: 'compressed with gzip', remedy: UNPACK },
  { starts: [0x28, 0xb5, 0x2f, 0xfd], is: 'compressed with zstd', remedy: UNPACK },
  { starts: 'BZh', is: 'compressed with bzip2', remedy: UNPACK },
  { starts: [0xfd, 0x37, 0x7a, 0x58, 0x5a], is: 'compressed with xz', remedy: UNPACK },
  { starts: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], is: 'a 7-Zip archive', remedy: UNPACK },
  { starts: 'Rar!', is: 'a RAR archive', remedy: UNPACK },
  { starts: '%PDF', is: 'a PDF', remedy: CHOOSE },
  { starts: [0x89, 0x50, 0x4e, 0x47], is: 'a PNG image', remedy: CHOOSE },
  { starts: [0xff, 0xd8, 0xff], is: 'a JPEG image', remedy: CHOOSE },
  { starts: 'II*\0', is: 'a TIFF image', remedy: CHOOSE },
  { starts: 'MM\0*', is: 'a TIFF image', remedy: CHOOSE },
  { starts: [0x89, 0x48, 0x44, 0x46], is: 'an HDF5 or NetCDF file', remedy: EXPORT },
  { starts: 'CDF\u0001', is: 'a NetCDF file', remedy: EXPORT },
  { starts: 'CDF\u0002', is: 'a NetCDF file', remedy: EXPORT },
  { starts: 'GRIB', is: 'a GRIB file', remedy: EXPORT },
  { starts: 'MATLAB 5.0', is: 'a MATLAB file', remedy: EXPORT },
  // SQLite databases and Arrow files are read as tables before this list is used. They are listed for a caller that
  // must distinguish them from text.
  { starts: 'SQLite format 3\0', is: 'an SQLite database', remedy: EXPORT },
  { starts: 'PARE', is: 'an encrypted Parquet file', remedy: 'Save it without encryption and choose that file.' },
  { starts: 'ARROW1', is: 'an Arrow file', remedy: EXPORT },
  {
    starts: 'FEA1',
    is: 'a Feather file of version 1',
    remedy: 'Save it as Feather version 2 or Parquet and choose that file.',
  },
  { starts: 'Obj\u0001', is: 'an Avro file', remedy: EXPORT },
  { starts: 'ORC', is: 'an ORC file', remedy: EXPORT },
  { starts: [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], is: 'a NumPy file', remedy: EXPORT },
  { starts: [0xff, 0xfe, 0, 0], is: 'written in UTF-32', remedy: 'Save it as UTF-8 and choose that file.' },
  { starts: [0, 0, 0xfe, 0xff], is: 'written in UTF-32', remedy: 'Save it as UTF-8 and choose that file.' },
]

/**
 * Returns the format of a file that is not a table, judging by its first bytes. Undefined for files that may be tables.
 */
export function otherFormat(head: Buffer): OtherFormat | undefined {
  const text = head.toString('latin1')
  const known = SIGNATURES.find(({ starts }) =>
    text.startsWith(typeof starts === 'string' ? starts : String.fromCharCode(...starts)),
  )
  // Signatures that consist of letters could also be the start of a text file.
  if (known && (!/^(ORC|BZh|GRIB|PARE|Rar!)/.test(text) || isBinary(head))) return known
  if (/^(\u00ef\u00bb\u00bf)?\s*<(!doctype html|html|head|body|table)\b/i.test(text)) {
    return {
      is: 'a web page (HTML)',
      remedy: /<table\b/i.test(text)
        ? 'Open it in Excel or LibreOffice, save the table as XLSX or CSV, and choose that file.'
        : 'It may be a sign-in page. Download the table itself and choose that file.',
    }
  }
  if (/^(\u00ef\u00bb\u00bf)?\s*<(\?xml|!--|[a-z]+[\s>:])/i.test(text)) return { is: 'XML', remedy: EXPORT }
  return isBinary(head) ? { is: 'a binary file', remedy: CHOOSE } : undefined
}

/**
 * Whether the bytes contain too many control characters for text. Tabs, line breaks, Ctrl-Z, escape characters, and
 * zeros that pad the end of the file are not counted.
 */
function isBinary(head: Buffer): boolean {
  if (detectEncoding(head).encoding.startsWith('utf-16')) return false
  const end = head.findLastIndex((byte) => byte !== 0) + 1
  const text = head.subarray(0, end)
  const control = text.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)).length
  return end === 0 || control > end * 0.3 || (control > end * 0.02 && detectEncoding(head).encoding !== 'utf-8')
}
