import { readFile } from 'node:fs/promises'
import { type CellValue, read, type Sheet } from 'hucre'
import { isRelevant, type MergedCell, spansRows, withoutMerged } from './merged-cells.ts'
import { openParts, type PackageParts } from './package-parts.ts'
import { ParseError, TooLargeError } from './parse-error.ts'
import type { SheetTally } from './sheet-rows.ts'
import { hasShortCells } from './short-cells.ts'

/** Maximum decompressed size. It is limited because the library holds all parts in memory. */
const BYTES_MAX = 400e6

/** A workbook in a format other than XLSX, which is read as a whole. */
export interface OtherWorkbook {
  sheets: string[]
  rows(sheet: string): AsyncIterable<CellValue[]>
  tally(): SheetTally
}

/** Thrown for an XLSB file with cells that the library would skip. */
export class ShortCells extends Error {}

/** Opens an XLS, XLSB or OpenDocument file. */
export async function openOther(file: string): Promise<OtherWorkbook> {
  const content = await readFile(file)
  if (content.subarray(0, 2).toString('latin1') === 'PK') await requireReadable(file)
  const isOpen = content.subarray(0, 200).includes('opendocument')
  const { sheets } = await read(content)
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]))
  let filled = 0
  return {
    sheets: [...byName.keys()],
    async *rows(name) {
      const sheet = byName.get(name)
      const merged = mergedIn(sheet)
      filled = merged.filter(spansRows).length
      for await (const row of withoutMerged(sheet?.rows ?? [], merged)) yield isOpen ? row.map(withClock) : row
    },
    tally: () => ({ uncomputed: 0, filled, codes: [] }),
  }
}

/**
 * Converts a time of day or a duration from the form that OpenDocument stores: `PT20H15M00S` → `20:15:00`. Returns
 * other cells unchanged.
 */
function withClock(cell: CellValue): CellValue {
  const found = typeof cell === 'string' && /^PT(\d+)H(\d+)M(\d+)(?:[.,](\d+))?S$/.exec(cell)
  if (!found) return cell
  const [, hours = '', minutes = '', seconds = '', fraction = ''] = found
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
  const digits = fraction.slice(0, 6).replace(/0+$/, '')
  return digits ? `${clock}.${digits}` : clock
}

function mergedIn(sheet: Sheet | undefined): MergedCell[] {
  return (sheet?.merges ?? [])
    .map(({ startRow, endRow, startCol, endCol }) => {
      return { column: startCol, lastColumn: endCol, from: startRow + 1, to: endRow + 1 }
    })
    .filter(isRelevant)
}

/**
 * Matches the paths of sheets in an XLSB file. Sheets may have any names, but the parts named `binaryIndex` are row
 * indexes.
 */
const SHEET = /^xl\/worksheets\/(?!binaryindex)[^/]+\.bin$/

/** Rejects archives that decompress to too much data, and sheets with cells that the library would leave out. */
async function requireReadable(file: string): Promise<void> {
  const parts = await openParts(file)
  try {
    if (parts.isCut) throw new ParseError('There are too many parts.')
    const paths = parts.paths()
    const bytes = paths.reduce((sum, path) => sum + parts.sizeOf(path), 0)
    if (bytes > BYTES_MAX) throw new TooLargeError(bytes, BYTES_MAX)
    const isBinary = paths.includes('xl/workbook.bin')
    for (const path of paths) {
      if (!isBinary || !SHEET.test(path)) await requireSize(parts, path)
      else if (await hasShortCells(parts.stream(path))) throw new ShortCells()
    }
  } finally {
    parts.close()
  }
}

/** Decompresses a part to check its size, because the directory may declare less and the library does not check. */
async function requireSize(parts: PackageParts, path: string): Promise<void> {
  for await (const chunk of parts.stream(path)) void chunk
}
