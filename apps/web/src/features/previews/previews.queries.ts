import type {
  ArchivePreviewProperties,
  CompareTablesParameters,
  EntryPreviewProperties,
  ReadEntryParameters,
  ReadRowsParameters,
  TableComparisonProperties,
  TablePreviewProperties,
  TextPreviewProperties,
} from '@millrace/contracts/previews'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readBytes, readText } from '#lib/read-bytes.ts'
import { createQuery, hrefOf, readDocument, type SirenDocument, selfHref } from '#lib/siren.ts'

export type TablePreview = SirenDocument<TablePreviewProperties>
export type TableComparison = SirenDocument<TableComparisonProperties>
export type ArchivePreview = SirenDocument<ArchivePreviewProperties>
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

  /** A part of the file itself. */
  bytes: (href: string, range: { start: number; end: number }) =>
    queryOptions({
      queryKey: ['previews', 'bytes', href, range.start, range.end],
      queryFn: ({ signal }) => readBytes(href, range, signal),
      ...UNCHANGING,
      gcTime: 30_000,
    }),

  /** The whole file as text, for viewers that need all of it. */
  wholeText: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'whole text', href],
      queryFn: ({ signal }) => readText(href, signal),
      ...UNCHANGING,
      gcTime: 30_000,
    }),

  archive: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'archive', href],
      queryFn: ({ signal }) => readDocument<ArchivePreviewProperties>(href, signal),
      ...UNCHANGING,
    }),

  /** The start of one entry of an archive. */
  entry: (archive: ArchivePreview, index: number) =>
    queryOptions({
      queryKey: ['previews', 'entry', selfHref(archive), index],
      queryFn: ({ signal }) =>
        createQuery<EntryPreviewProperties>(
          archive,
          'ReadEntry',
          { Index: index } satisfies ReadEntryParameters,
          signal,
        ),
      ...UNCHANGING,
    }),

  rows: (table: TablePreview, request: RowsRequest, offset: number) =>
    queryOptions({
      queryKey: ['previews', 'rows', selfHref(table), request, offset],
      queryFn: ({ signal }) =>
        createQuery<TablePreviewProperties>(table, 'ReadRows', parametersOf(request, offset), signal),
      ...UNCHANGING,
    }),

  /** The rows that differ between a table and another one, page by page. */
  comparison: (table: TablePreview, parameters: CompareTablesParameters) =>
    infiniteQueryOptions({
      queryKey: ['previews', 'comparison', selfHref(table), parameters],
      queryFn: ({ pageParam, signal }) =>
        pageParam === undefined
          ? createQuery<TableComparisonProperties>(table, 'CompareTables', parameters, signal)
          : readDocument<TableComparisonProperties>(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => hrefOf(last, 'next'),
      ...UNCHANGING,
    }),
}

function parametersOf({ sort, find }: RowsRequest, offset: number): ReadRowsParameters {
  return {
    Offset: offset,
    Limit: BLOCK_ROWS,
    ...(sort && { Sort: sort.column, Order: sort.descending ? 'Descending' : 'Ascending' }),
    ...(find && { Find: find }),
  }
}
