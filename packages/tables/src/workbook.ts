import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CellValue } from 'hucre'
import { readHead } from './file-format.ts'
import { count, listed, plural, quoted } from './sentences.ts'
import { TableFault } from './table-fault.ts'
import { MERGED_MAX } from './xlsx/merged-cells.ts'
import { openOther, ShortCells } from './xlsx/open-other.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'
import { TooLargeError } from './xlsx/parse-error.ts'
import { clockText, momentText } from './xlsx/serial-times.ts'
import type { SheetTally } from './xlsx/sheet-rows.ts'

/*
 * Spreadsheets: XLSX, XLSB, XLS and OpenDocument. A sheet is written as delimited text and then read like any other
 * table, so that titles above the header, units and missing values are recognized in the same way.
 */

/** Maximum size of an XLSX file, which is streamed. Workbooks of other formats are read into memory as a whole. */
const STREAMED_BYTES_MAX = 1e9
const WORKBOOK_BYTES_MAX = 200e6
const SHEET_CHARACTERS_MAX = 1e9
const FLUSH_CHARACTERS = 1 << 16
const DAY_MS = 86_400_000

/** A sheet of a workbook, converted to delimited text. */
export interface WorkbookSheet {
  /** The path of the delimited text. */
  path: string
  /** Names of the visible sheets, in the order of the workbook. */
  sheets: string[]
  sheet: string
  /** The share of the sheet that was read, from 0 to 1. */
  share: number
  /** The number format of each column, such as `0.0%`. Empty for a column without a format. */
  codes: readonly string[]
  notes: string[]
}

interface Wanted {
  /**
   * The name of the sheet. Default: the first sheet with at least two rows or, if there is none, the first nonempty
   * sheet.
   */
  sheet?: string | undefined
  /** Reads only about this many characters of the first rows, if the format can be read in part. */
  characters?: number | undefined
}

interface NamedFile {
  path: string
  name: string
}

type Row = readonly CellValue[]

interface Workbook {
  sheets: string[]
  /** With `isPart`, only the first rows are needed. */
  rows(sheet: string, isPart: boolean): AsyncIterable<Row> | Iterable<Row>
  /** Returns the share of the last opened sheet that was read, if the format can be read in part. */
  shareRead?(): number
  /** Returns counts and formats found in the last opened sheet. */
  tally(): SheetTally
  close?(): Promise<void>
}

/** Writes a sheet of a workbook to `copyPath`. Undefined if the file is not a workbook. */
export async function workbookSheet(
  file: NamedFile,
  copyPath: string,
  wanted: Wanted = {},
): Promise<WorkbookSheet | undefined> {
  const workbook = await openWorkbook(file)
  if (!workbook) return undefined
  try {
    return await firstWanted(file, workbook, copyPath, wanted)
  } finally {
    await workbook.close?.()
  }
}

async function firstWanted(
  file: NamedFile,
  workbook: Workbook,
  path: string,
  { sheet: wanted, characters }: Wanted,
): Promise<WorkbookSheet> {
  const { sheets } = workbook
  if (wanted !== undefined && !sheets.includes(wanted)) {
    const names = sheets.slice(0, 20).map((name) => quoted(name))
    throw new TableFault(`${file.name} has no sheet ${quoted(wanted)}. It has ${names.join(', ')}.`)
  }
  const read = async (sheet: string) => {
    const { width, rows, share } = await writeSheet(file, workbook, { sheet, path, characters })
    const tally = workbook.tally()
    return { width, rows, found: { path, sheets, sheet, share, codes: tally.codes, notes: notesOn(tally) } }
  }
  if (wanted !== undefined) return (await read(wanted)).found
  // Skips cover sheets, which have a single row. A sheet that was read in part may have further rows, so it is not
  // skipped.
  const covers: string[] = []
  for (const sheet of sheets) {
    const { width, rows, found } = await read(sheet)
    if (width > 0 && (rows > 1 || found.share < 1)) return { ...found, notes: [...coverNotes(covers), ...found.notes] }
    if (width > 0) covers.push(sheet)
  }
  const [cover] = covers
  if (cover !== undefined) return (await read(cover)).found
  throw new TableFault(`${file.name} has no cells with values. Choose a workbook with a table.`)
}

function coverNotes(covers: readonly string[]): string[] {
  if (covers.length === 0) return []
  const names = listed(covers.map((name) => quoted(name)))
  return [`Skipped ${covers.length === 1 ? 'a sheet' : 'sheets'} of one row: ${names}.`]
}

function notesOn({ uncomputed, filled, isFilledLater }: SheetTally): string[] {
  const notes = isFilledLater ? ['Merged cells will be filled down once all rows have been read.'] : []
  if (filled > 0) {
    const [was, its] = filled === 1 ? ['was', 'its'] : ['were', 'their']
    const which = filled === MERGED_MAX ? 'Only the first ' : ''
    notes.push(`${which}${plural(filled, 'merged cell')} ${was} filled down to each of ${its} rows.`)
  }
  if (uncomputed === 0) return notes
  return [
    ...notes,
    `${plural(uncomputed, 'formula')} without a result ${uncomputed === 1 ? 'was' : 'were'} read as empty, because the program that wrote the workbook doesn’t compute them. Open it in Excel or LibreOffice and save it to store the results.`,
  ]
}

async function openWorkbook(file: NamedFile): Promise<Workbook | undefined> {
  const head = (await readHead(file.path, 4096)).toString('latin1')
  const isOffice =
    head.startsWith('PK\u0003\u0004') && /\[Content_Types\]\.xml|xl\/|opendocument\.spreadsheet/.test(head)
  if (!isOffice && !head.startsWith('\u00d0\u00cf\u0011\u00e0')) return undefined
  const isStreamed = isXlsx(head, file.name)
  await requireSize(file, isStreamed ? STREAMED_BYTES_MAX : WORKBOOK_BYTES_MAX)
  return unlessUnreadable<Workbook>(file, () => (isStreamed ? openXlsx(file.path) : openOther(file.path)))
}

async function requireSize({ path, name }: NamedFile, most: number): Promise<void> {
  const { size } = await stat(path)
  if (size <= most) return
  throw new TableFault(
    `${name} is ${count(Math.round(size / 1e6))} MB. Workbooks of this kind can be up to ${count(most / 1e6)} MB. Save the sheet as CSV and choose that file.`,
  )
}

/** Whether to read the file as XLSX. The reader rejects other archives with XML parts, such as Word documents. */
function isXlsx(head: string, name: string): boolean {
  return head.startsWith('PK') && !head.includes('opendocument') && !/\.xlsb$/i.test(name)
}

interface Copy {
  sheet: string
  path: string
  characters: number | undefined
}

/** Writes rows of equal width. If a row is wider than the rows already written, all rows are written again. */
async function writeSheet(file: NamedFile, workbook: Workbook, copy: Copy): Promise<Written> {
  const first = await writeRows(file, workbook, copy, 0)
  return first.isRagged ? writeRows(file, workbook, copy, first.width) : first
}

interface Written {
  width: number
  /** Number of rows with a value. */
  rows: number
  isRagged: boolean
  share: number
}

async function writeRows(file: NamedFile, workbook: Workbook, { sheet, path, characters: most }: Copy, least: number) {
  const written: Written = { width: least, rows: 0, isRagged: false, share: 1 }
  async function* lines(): AsyncGenerator<string> {
    let text = ''
    let characters = 0
    let emptyRows = 0
    function taken(): string {
      const part = text
      characters += part.length
      if (characters > SHEET_CHARACTERS_MAX) throw tooLarge(file)
      text = ''
      return part
    }
    for await (const row of workbook.rows(sheet, most !== undefined)) {
      const length = row.findLastIndex((cell) => cell !== null && cell !== '') + 1
      // Sheets may end with thousands of rows that have only formatting.
      if (length === 0) {
        emptyRows += 1
        continue
      }
      written.rows += 1
      written.isRagged ||= length > written.width && characters + text.length > 0
      written.width = Math.max(written.width, length)
      for (const emptyRow = `${'\t'.repeat(written.width - 1)}\n`; emptyRows > 0; emptyRows -= 1) {
        text += emptyRow
        if (text.length >= FLUSH_CHARACTERS) yield taken()
      }
      text += line(row, written.width)
      if (text.length < FLUSH_CHARACTERS) continue
      yield taken()
      if (most === undefined || characters < most || !workbook.shareRead) continue
      written.share = workbook.shareRead()
      return
    }
    yield text
  }
  await unlessUnreadable(file, () => pipeline(Readable.from(lines()), createWriteStream(path)))
  return written
}

function line(row: Row, width: number): string {
  let text = ''
  for (let at = 0; at < width; at += 1) text += at === 0 ? cellText(row[at] ?? null) : `\t${cellText(row[at] ?? null)}`
  return `${text}\n`
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

/** Formats a date or a time of day. The library returns a time of day as a time on 31 December 1899. */
function dateText(date: Date): string {
  const clock = date.getTime() - Date.UTC(1899, 11, 31)
  return clock > 0 && clock < DAY_MS ? clockText(clock) : momentText(date)
}

async function unlessUnreadable<T>({ name }: NamedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TableFault || !(error instanceof Error)) throw error
    if (error instanceof ShortCells) {
      throw new TableFault(
        `${name} is a binary workbook (XLSB) with compact cells, which can’t be read. Open it in Excel or LibreOffice, save it as .xlsx, and upload that file.`,
      )
    }
    if (error instanceof TooLargeError) {
      throw new TableFault(
        `${name} decompresses to ${count(Math.round(error.bytes / 1e6))} MB. The limit for workbooks of this kind is ${count(error.most / 1e6)} MB. Save the sheet as CSV and choose that file.`,
      )
    }
    if (error.name === 'EncryptedFileError') {
      throw new TableFault(`${name} is protected by a password. Remove the password and upload it again.`)
    }
    if (!/^(Parse|Zip|Xml|UnsupportedFormat|Hucre)\w*Error$/.test(error.name)) throw error
    throw new TableFault(
      `${name} can’t be read as a workbook. It may be damaged, or another kind of file. Open it in Excel or LibreOffice, save it as XLSX and upload that file.`,
    )
  }
}
