import { readFile } from 'node:fs/promises'
import { type CellValue, read, type Sheet } from 'hucre'
import { filledDown, isOnSheet, type Merged } from './merged-cells.ts'
import { openParts } from './package-parts.ts'
import type { SheetTally } from './sheet-rows.ts'
import { hasShortCells } from './short-cells.ts'

/** A workbook of another format than XLSX, which is read as a whole. */
export interface OtherWorkbook {
  sheets: string[]
  rows(sheet: string): AsyncIterable<CellValue[]>
  /** What was noticed in the sheet that was opened last. */
  tally(): SheetTally
}

/** An XLSB file with cells that the library skips. */
export class CompactCells extends Error {}

/** Opens an XLS, XLSB or OpenDocument file. */
export async function openOther(file: string): Promise<OtherWorkbook> {
  const content = await readFile(file)
  const { sheets } = await read(content)
  if (content.includes('xl/workbook.bin')) await requireWholeCells(file)
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]))
  let filled = 0
  return {
    sheets: [...byName.keys()],
    async *rows(name) {
      const sheet = byName.get(name)
      const merged = mergedIn(sheet)
      filled = merged.length
      yield* filledDown(sheet?.rows ?? [], merged)
    },
    tally: () => ({ uncomputed: 0, filled }),
  }
}

function mergedIn(sheet: Sheet | undefined): Merged[] {
  return (sheet?.merges ?? []).flatMap(({ startRow, endRow, startCol }) =>
    endRow > startRow ? [{ column: startCol, from: startRow + 1, to: endRow + 1 }].filter(isOnSheet) : [],
  )
}

/** The parts of sheets in XLSB files, which need not count from 1. Those beside them are indexes of rows. */
const SHEET = /^xl\/worksheets\/(?!binaryindex)[^/]+\.bin$/

/** Refuses sheets with cells that the library would leave out. */
async function requireWholeCells(file: string): Promise<void> {
  const parts = await openParts(file)
  try {
    for (const path of parts.paths()) {
      if (SHEET.test(path) && (await hasShortCells(parts.stream(path)))) throw new CompactCells()
    }
  } finally {
    parts.close()
  }
}
