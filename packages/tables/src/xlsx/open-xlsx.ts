import { posix } from 'node:path'
import { cellStyles } from './cell-formats.ts'
import { mergedCells, spansRows, withoutMerged } from './merged-cells.ts'
import { openParts, type PackageParts } from './package-parts.ts'
import { ParseError } from './parse-error.ts'
import { sharedStrings } from './shared-strings.ts'
import { type Formatting, type SheetTally, sheetRows } from './sheet-rows.ts'
import { attributeOf, elementsOf, unescaped } from './xml-elements.ts'

/**
 * If only the first rows are needed, merged cells are read only from sheets up to this size. Merged cells are listed
 * after the rows, so reading them decompresses the whole sheet.
 */
const MERGED_BYTES_MAX = 50e6

/** An Excel workbook (ECMA-376), whose sheets are streamed from the file. */
export interface Xlsx {
  /** Names of the visible sheets. */
  sheets: string[]
  rows(sheet: string, isPart: boolean): AsyncIterable<(string | null)[]>
  shareRead(): number
  tally(): SheetTally
  close(): Promise<void>
}

/** Opens a workbook without reading any sheet. Throws ParseError for other files. Callers must close the result. */
export async function openXlsx(file: string): Promise<Xlsx> {
  const parts = await openParts(file)
  try {
    return await readWorkbook(parts)
  } catch (error) {
    parts.close()
    throw error
  }
}

async function readWorkbook(parts: PackageParts): Promise<Xlsx> {
  const [main] = await relationships(parts, '').then((all) => all.filter(({ type }) => type === 'officeDocument'))
  if (!main) throw new ParseError('There is no workbook.')
  const xml = await parts.text(main.target)
  const related = await relationships(parts, main.target)
  const targets = new Map(related.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]))
  const paths = new Map(
    visibleSheets(xml).flatMap(({ name, id }) => (targets.has(id) ? [[name, targets.get(id) ?? '']] : [])),
  )
  if (paths.size === 0) throw new ParseError('The workbook has no sheet.')
  const partOf = (type: string) => related.find((one) => one.type === type && parts.has(one.target))?.target
  const [styles, texts] = [partOf('styles'), partOf('sharedStrings')]
  const formatting: Formatting = {
    styles: styles === undefined ? [] : cellStyles(await parts.text(styles)),
    isFrom1904: elementsOf(xml, 'workbookPr').some((one) => /^(1|true)$/.test(attributeOf(one, 'date1904') ?? '')),
  }
  const strings = sharedStrings(texts === undefined ? undefined : parts.stream(texts))
  let progress = { read: 0, size: 1, uncomputed: 0, filled: 0, codes: [] as string[], isFilledLater: false }
  return {
    sheets: [...paths.keys()],
    async *rows(sheet, isPart) {
      const path = paths.get(sheet) ?? ''
      const size = parts.sizeOf(path)
      const isFilledLater = isPart && size > MERGED_BYTES_MAX
      const merged = isFilledLater ? [] : await mergedCells(parts.stream(path))
      progress = { read: 0, size, uncomputed: 0, filled: merged.filter(spansRows).length, codes: [], isFilledLater }
      const rows = sheetRows(counted(parts.stream(path), progress), strings, { ...formatting, tally: progress })
      yield* merged.length === 0 ? rows : withoutMerged(rows, merged)
    },
    shareRead: () => Math.min(1, progress.read / Math.max(1, progress.size)),
    tally: () => progress,
    async close() {
      await strings.close()
      parts.close()
    },
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, progress: { read: number }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk
    progress.read += chunk.length
  }
}

interface Relationship {
  id: string
  /** The last segment of the type’s URI. It is the same in both forms of the URI, transitional and strict. */
  type: string
  target: string
}

async function relationships(parts: PackageParts, of: string): Promise<Relationship[]> {
  const folder = posix.dirname(of)
  const path = posix.join(folder, '_rels', `${posix.basename(of)}.rels`)
  if (!parts.has(path)) return []
  return elementsOf(await parts.text(path), 'Relationship').map((attributes) => {
    const value = (name: string) => unescaped(attributeOf(attributes, name) ?? '')
    const target = posix.join(value('Target').startsWith('/') ? '/' : `/${folder}`, value('Target'))
    return { id: value('Id'), type: value('Type').replace(/^.*\//, ''), target: target.slice(1) }
  })
}

function visibleSheets(xml: string): { name: string; id: string }[] {
  return elementsOf(xml, 'sheet').flatMap((attributes) => {
    const [, id = ''] = /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(attributes) ?? []
    const isHidden = /hidden$/i.test(attributeOf(attributes, 'state') ?? '')
    return isHidden ? [] : [{ name: unescaped(attributeOf(attributes, 'name') ?? ''), id }]
  })
}
