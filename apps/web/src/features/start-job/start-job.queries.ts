import { canBeTable } from '@millrace/contracts/media-types'
import type { TablePreviewProperties } from '@millrace/contracts/previews'
import { queryOptions } from '@tanstack/react-query'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { hrefOf, readDocument, type SirenDocument } from '#lib/siren.ts'

/**
 * The columns of a file or of one of its sheets, from the preview; null for a file that is not read as a table. For a
 * large file, the query waits until the whole file is read, because steps infer types from all rows.
 */
export function columnsQuery(file: WorkDataDocument | undefined, sheet?: string) {
  const href = file && canBeTable(file.properties) ? hrefOf(file, 'Preview') : undefined
  return queryOptions({
    queryKey: ['work-data', 'columns', href, sheet],
    queryFn: async ({ signal }) => {
      const start = await readDocument<Partial<TablePreviewProperties>>(href ?? '', signal)
      const sheetHref = sheet === start.properties.Sheet ? undefined : sheetHrefIn(start, sheet)
      const first = sheetHref ? await readDocument<Partial<TablePreviewProperties>>(sheetHref, signal) : start
      const whole = hrefOf(first, 'Whole')
      const { properties } = whole ? await readDocument<Partial<TablePreviewProperties>>(whole, signal) : first
      const { Columns, TotalColumns = 0, Sheets } = properties
      const sheets = Sheets ? { sheets: Sheets } : {}
      return Columns ? { columns: Columns, hasMore: TotalColumns > Columns.length, ...sheets } : null
    },
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the entered name of a sheet if the file has that sheet, otherwise undefined. */
export function knownSheet(first: { sheets?: readonly string[] } | null | undefined, sheet: string | undefined) {
  return sheet !== undefined && first?.sheets?.includes(sheet) ? sheet : undefined
}

function sheetHrefIn({ links }: SirenDocument<Partial<TablePreviewProperties>>, sheet: string | undefined) {
  return links.find(({ rel, title }) => rel.includes('Sheet') && title === sheet)?.href
}
