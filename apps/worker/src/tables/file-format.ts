import { open } from 'node:fs/promises'
import { StepError } from '@millrace/worker-sdk'

export type FileFormat = 'delimited' | 'parquet' | 'json'

const HEAD_BYTES = 4096
const OTHERS: { starts: number[]; is: string; remedy: string }[] = [
  {
    starts: [0x50, 0x4b, 0x03, 0x04],
    is: 'an Excel workbook or a ZIP archive',
    remedy: 'Save the sheet as CSV (or unpack the archive) and choose that file.',
  },
  {
    starts: [0xd0, 0xcf, 0x11, 0xe0],
    is: 'an old Excel workbook',
    remedy: 'Save the sheet as CSV and choose that file.',
  },
  { starts: [0x25, 0x50, 0x44, 0x46], is: 'a PDF', remedy: 'Choose a CSV, TSV, Parquet or JSON file.' },
  { starts: [0x89, 0x50, 0x4e, 0x47], is: 'a PNG image', remedy: 'Choose a CSV, TSV, Parquet or JSON file.' },
  { starts: [0xff, 0xd8, 0xff], is: 'a JPEG image', remedy: 'Choose a CSV, TSV, Parquet or JSON file.' },
  { starts: [0x1f, 0x8b], is: 'packed with gzip', remedy: 'Unpack it and choose the file inside.' },
  {
    starts: [0x89, 0x48, 0x44, 0x46],
    is: 'an HDF5 or NetCDF file',
    remedy: 'Export the table as CSV or Parquet and choose that file.',
  },
]

/** Tells from the bytes, not from the name, what a file is; a file that is no table is refused with what to do. */
export async function fileFormat(path: string, name: string): Promise<FileFormat> {
  const head = await readHead(path, HEAD_BYTES)
  if (head.length === 0) throw new StepError(`${name} is empty. Choose a file with a header and at least one row.`)
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  const other = OTHERS.find(({ starts }) => starts.every((byte, at) => head[at] === byte))
  if (other) throw new StepError(`${name} is ${other.is}, not a table. ${other.remedy}`)
  const text = head
    .toString('latin1')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\0', '')
  const first = text.trimStart()
  if (first === '' && head.length < HEAD_BYTES)
    throw new StepError(`${name} holds nothing but blanks. Choose a file with a header and at least one row.`)
  return /^[[{]\s*["{[\]}]/.test(first) ? 'json' : 'delimited'
}

/** The first bytes of a file. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
