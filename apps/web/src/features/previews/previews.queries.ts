import type { TablePreviewProperties, TextPreviewProperties } from '@millrace/contracts/previews'
import { queryOptions } from '@tanstack/react-query'
import { readDocument, type SirenAction, type SirenDocument } from '#lib/siren.ts'

export type TablePreview = SirenDocument<TablePreviewProperties>
export type TextPreview = SirenDocument<TextPreviewProperties>

/** A table that could not be read as one comes as text, with the reason. */
export function isText(preview: TablePreview | TextPreview): preview is TextPreview {
  return preview.class.includes('TextPreview')
}

/** Rows are fetched in blocks of as many as the first page holds. */
export const BLOCK_ROWS = 100

export interface RowsRequest {
  sort: { column: string; descending: boolean } | undefined
  find: string
}

/** A stored file never changes, so what was read of it stays true. */
const UNCHANGING = { staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000 } as const

export const previewQueries = {
  text: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'text', href],
      queryFn: ({ signal }) => readDocument<TextPreviewProperties>(href, signal),
      ...UNCHANGING,
    }),

  /** The first page of a table with its columns; of a large file this may be its head only. */
  table: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'table', href],
      queryFn: async ({ signal }) => (await readDocument(href, signal)) as unknown as TablePreview | TextPreview,
      ...UNCHANGING,
    }),

  /** The same page once the whole file was read. */
  whole: (href: string | undefined) =>
    queryOptions({
      queryKey: ['previews', 'whole', href],
      queryFn: ({ signal }) => readDocument<TablePreviewProperties>(href ?? '', signal),
      enabled: href !== undefined,
      ...UNCHANGING,
    }),

  rows: (readRows: SirenAction | undefined, request: RowsRequest, offset: number) =>
    queryOptions({
      queryKey: ['previews', 'rows', readRows?.href, request, offset],
      queryFn: ({ signal }) => readDocument<TablePreviewProperties>(rowsHref(readRows, request, offset), signal),
      enabled: readRows !== undefined,
      ...UNCHANGING,
    }),
}

/** Fills the form the server offers for reading rows: its fields go into the query of its address. */
function rowsHref(readRows: SirenAction | undefined, { sort, find }: RowsRequest, offset: number): string {
  const href = new URL(readRows?.href ?? '')
  const values: Record<string, string> = {
    offset: String(offset),
    limit: String(BLOCK_ROWS),
    sort: sort?.column ?? '',
    order: sort?.descending ? 'descending' : 'ascending',
    find,
  }
  for (const { name } of readRows?.fields ?? []) if (values[name]) href.searchParams.set(name, values[name])
  return href.href
}
