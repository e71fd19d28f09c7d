import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CellValue, read } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { readHead } from './file-format.ts'
import { count, quoted } from './sentences.ts'
import { TableFault } from './table-fault.ts'

/*
 * Spreadsheets: XLSX, XLSB, XLS and OpenDocument. A sheet is written as delimited text and then read like any other
 * table, so that titles above the header, units and missing values are recognized in the same way.
 */

/** A workbook is read into memory as a whole, because the directory of a ZIP file is at its end. */
const WORKBOOK_BYTES_MAX = 200e6
const SHEET_CHARACTERS_MAX = 1e9
const FLUSH_CHARACTERS = 1 << 16

export interface WorkbookSheet {
  /** The sheet as delimited text. */
  path: string
  /** Names of the visible sheets, in the order of the workbook. */
  sheets: string[]
  /** The name of the sheet that was read. */
  sheet: string
}

interface NamedFile {
  path: string
  name: string
}

type Row = readonly CellValue[]

interface Workbook {
  sheets: string[]
  rows(sheet: string): AsyncIterable<Row> | Iterable<Row>
}

/**
 * Writes a sheet of a workbook to `copyPath`: the one with this name or, without a name, the first that is not empty.
 * Undefined if the file is not a workbook.
 */
export async function workbookSheet(
  file: NamedFile,
  copyPath: string,
  wanted: string | undefined,
): Promise<WorkbookSheet | undefined> {
  const workbook = await openWorkbook(file)
  if (!workbook) return undefined
  const { sheets } = workbook
  if (wanted !== undefined && !sheets.includes(wanted)) {
    const names = sheets.slice(0, 20).map((name) => quoted(name))
    throw new TableFault(`${file.name} has no sheet ${quoted(wanted)}. It has ${names.join(', ')}.`)
  }
  for (const sheet of wanted === undefined ? sheets : [wanted]) {
    const { width } = await writeSheet(file, workbook, sheet, copyPath)
    if (width > 0 || wanted !== undefined) return { path: copyPath, sheets, sheet }
  }
  throw new TableFault(`${file.name} has no cells with values. Choose a workbook with a table.`)
}

/** Recognizes a workbook by its first bytes, and opens it. */
async function openWorkbook(file: NamedFile): Promise<Workbook | undefined> {
  const head = (await readHead(file.path, 4096)).toString('latin1')
  const isOffice =
    head.startsWith('PK\u0003\u0004') && /\[Content_Types\]\.xml|xl\/|opendocument\.spreadsheet/.test(head)
  if (!isOffice && !head.startsWith('\u00d0\u00cf\u0011\u00e0')) return undefined
  const { size } = await stat(file.path)
  if (size > WORKBOOK_BYTES_MAX) {
    throw new TableFault(
      `${file.name} has ${count(Math.round(size / 1e6))} MB. Workbooks are read up to ${WORKBOOK_BYTES_MAX / 1e6} MB. Save the sheet as CSV and choose that file.`,
    )
  }
  const bytes = await readFile(file.path)
  return unlessUnreadable(file, () => (isXlsx(head, file.name) ? openXlsx(bytes) : openOther(bytes)))
}

/** Other archives with XML parts, such as Word documents, also start like this. The reader tells them apart. */
function isXlsx(head: string, name: string): boolean {
  return head.startsWith('PK') && !head.includes('opendocument') && !/\.xlsb$/i.test(name)
}

/** Only the names of sheets are read at first, and then the rows of one sheet as a stream. */
async function openXlsx(bytes: Uint8Array): Promise<Workbook> {
  const sheets: string[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) sheets.push(name)
      return false
    },
  })
  return { sheets, rows: (sheet) => valuesOf(streamXlsxRows(bytes, { sheet })) }
}

/** Rows that the file leaves out are empty. */
async function* valuesOf(rows: AsyncIterable<{ index: number; values: Row }>): AsyncGenerator<Row> {
  let next = 0
  for await (const { index, values } of rows) {
    for (; next < index; next++) yield []
    next = index + 1
    yield values
  }
}

async function openOther(bytes: Uint8Array): Promise<Workbook> {
  const { sheets } = await read(bytes)
  const rows = new Map(sheets.map(({ name, rows }) => [name, rows]))
  return { sheets: [...rows.keys()], rows: (sheet) => rows.get(sheet) ?? [] }
}

/** Writes rows of equal width. If a later row is wider than the first ones, all are written again. */
async function writeSheet(file: NamedFile, workbook: Workbook, sheet: string, path: string): Promise<Written> {
  const first = await writeRows(file, workbook.rows(sheet), path, 0)
  return first.isRagged ? writeRows(file, workbook.rows(sheet), path, first.width) : first
}

interface Written {
  width: number
  /** Some rows are narrower than others. */
  isRagged: boolean
}

async function writeRows(file: NamedFile, rows: ReturnType<Workbook['rows']>, path: string, least: number) {
  const written = { width: least, isRagged: false }
  async function* lines(): AsyncGenerator<string> {
    let text = ''
    let characters = 0
    for await (const row of rows) {
      const length = row.findLastIndex((cell) => cell !== null && cell !== '') + 1
      written.isRagged ||= length > written.width && characters + text.length > 0
      written.width = Math.max(written.width, length)
      text += `${Array.from({ length: written.width }, (_, at) => cellText(row[at] ?? null)).join('\t')}\n`
      if (text.length < FLUSH_CHARACTERS) continue
      characters += text.length
      if (characters > SHEET_CHARACTERS_MAX) throw tooLarge(file)
      yield text
      text = ''
    }
    yield text
  }
  await unlessUnreadable(file, () => pipeline(Readable.from(lines()), createWriteStream(path)))
  return written
}

function tooLarge({ name }: NamedFile): TableFault {
  return new TableFault(`A sheet of ${name} has more than 1 GB of text. Save it as Parquet or split it.`)
}

function cellText(cell: CellValue): string {
  if (cell === null) return ''
  if (cell instanceof Date) return dateText(cell)
  if (typeof cell !== 'string') return String(cell)
  return /["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Excel stores dates and times in one way, without a time zone. A date at midnight is a date. */
function dateText(date: Date): string {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z')
    ? text.slice(0, 10)
    : text
        .slice(0, -1)
        .replace(/\.000$/, '')
        .replace('T', ' ')
}

async function unlessUnreadable<T>({ name }: NamedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TableFault || !(error instanceof Error)) throw error
    if (error.name === 'EncryptedFileError') {
      throw new TableFault(`${name} is protected by a password. Remove the password and upload it again.`)
    }
    if (!/^(Parse|Zip|Xml|UnsupportedFormat|Hucre)\w*Error$/.test(error.name)) throw error
    throw new TableFault(`${name} can’t be read as a workbook. It may be damaged, or another kind of file.`)
  }
}
