import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type {
  HierarchyPreviewProperties,
  NodePreviewProperties,
  ReadNodeParameters,
} from '@millrace/contracts/hierarchies'
import type { JsonNodeProperties, JsonTreeProperties, ReadJsonParameters } from '@millrace/contracts/json-trees'
import { LIMITS } from '@millrace/contracts/limits'
import { canBeTable, contentType, MEDIA, previewKind } from '@millrace/contracts/media-types'
import type {
  ArchivePreviewProperties,
  ColumnPreviewProperties,
  CompareTablesParameters,
  DescribeColumnParameters,
  EntryPreviewProperties,
  PicturePreviewProperties,
  ReadEntryParameters,
  ReadPageParameters,
  ReadRowsParameters,
  RowCondition,
  TableComparisonProperties,
  TablePreviewProperties,
  TextPreviewProperties,
} from '@millrace/contracts/previews'
import type { ChartPreviewProperties, ChartRowsParameters } from '@millrace/contracts/table-charts'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isTemporary } from '#lib/api.ts'
import { readBytes, readText } from '#lib/read-bytes.ts'
import { actionOf, askAction, createQuery, hrefOf, readDocument, type SirenDocument, selfHref } from '#lib/siren.ts'
import type { ChartChoice } from './table/chart/chart-choice.ts'
import * as texts from './texts.ts'

export type TablePreview = SirenDocument<TablePreviewProperties>
export type TableComparison = SirenDocument<TableComparisonProperties>
export type ArchivePreview = SirenDocument<ArchivePreviewProperties>
export type PicturePreview = SirenDocument<PicturePreviewProperties>
export type HierarchyPreview = SirenDocument<HierarchyPreviewProperties>
export type JsonTreePreview = SirenDocument<JsonTreeProperties>
export type TextPreview = SirenDocument<TextPreviewProperties>

/**
 * Returns whether the server replied with a text preview, which it does if a file can't be read as a table. The text
 * preview includes the reason.
 */
export function isText(preview: TablePreview | TextPreview): preview is TextPreview {
  return preview.class.includes('TextPreview')
}

interface TypedFile {
  Name: string
  MediaType: string
}

/**
 * Derives from a file's preview, or from the start of its text, whether the file certainly contains no table or no
 * JSON. Only plain text can be found to contain no JSON.
 */
export function knownContent({ Name, MediaType }: TypedFile, preview: TablePreview | TextPreview | string | undefined) {
  if (preview === undefined) return { hasNoTable: false, hasNoJson: false }
  const isPlain = MediaType === MEDIA.text && !/\.(jsonl|ndjson)$/i.test(Name)
  if (typeof preview === 'string') return { hasNoTable: false, hasNoJson: isPlain && !looksLikeJson(preview) }
  const hasJson = isText(preview)
    ? looksLikeJson(preview.properties.Text)
    : (preview.properties.Dialect?.startsWith('JSON') ?? false)
  return { hasNoTable: isText(preview), hasNoJson: isPlain && !hasJson }
}

/**
 * Guesses from the start whether a text is JSON: an object, or an array that isn't the prefix of a log line, such as
 * `[2026-05-01]`.
 */
function looksLikeJson(text: string): boolean {
  return /^\s*(\{\s*["}]|\[\s*(["[{\]]|(-?\d[\d.eE+-]*|true|false|null)\s*,))/.test(text)
}

/**
 * The start of a file may look like a table although the rest does not. The server then replies with a text preview.
 */
function asTable(document: SirenDocument): TablePreview {
  const preview = document as unknown as TablePreview | TextPreview
  if (isText(preview)) throw new Error(preview.properties.Fault ?? texts.notATable)
  return preview
}

/** The properties and links of work data that previews need. */
export interface PreviewedFile {
  name: string
  mediaType: string
  sizeInBytes: number
  /** The URL of the work data. Undefined if the file is only a part of work data. */
  self?: string
  links: Partial<Record<'Preview' | 'TextPreview' | 'TreePreview' | 'PreviewDocument' | 'Inline' | 'Download', string>>
}

export function previewedFile(workData: SirenDocument<WorkDataProperties>): PreviewedFile {
  const { Name, MediaType, SizeInBytes } = workData.properties
  const links: PreviewedFile['links'] = {}
  for (const rel of ['Preview', 'TextPreview', 'TreePreview', 'PreviewDocument', 'Inline', 'Download'] as const) {
    const href = hrefOf(workData, rel)
    if (href !== undefined) links[rel] = href
  }
  return { name: Name, mediaType: MediaType, sizeInBytes: SizeInBytes, self: selfHref(workData), links }
}

/** Returns whether a file is JSON so large that reading it as a table would take a long time. */
export function isSlowTable({ mediaType, name, sizeInBytes }: Omit<PreviewedFile, 'links'>): boolean {
  return previewKind(contentType(mediaType, name)) === 'json' && sizeInBytes > LIMITS.previewWholeBytes
}

/** Returns whether a file may contain a table and is small enough to be read as one automatically. */
export function isReadAsTable(workData: SirenDocument<WorkDataProperties>): boolean {
  const file = previewedFile(workData)
  return file.links.Preview !== undefined && canBeTable(workData.properties) && !isSlowTable(file)
}

const START_BYTES = 1000

/** Number of rows fetched at a time, equal to that of the first page. */
export const BLOCK_ROWS = 100

/** Selects the rows of a table that meet all conditions and contain the search term. */
export interface RowFilter {
  where: readonly RowCondition[]
  ignoreCase: boolean
  find: string
}

/** The rows of a table to read, and their order. */
export interface RowsRequest extends RowFilter {
  sort: { column: string; descending: boolean } | undefined
}

/** All rows in the order of the file. */
export const ALL_ROWS: RowsRequest = { where: [], ignoreCase: false, find: '', sort: undefined }

/**
 * Returns the delay before the progress of a reading is requested again: short, or longer after a temporary error.
 * False if polling ends.
 */
export function pollDelayMs(reading: ReadingProperties | undefined, error: Error | null): number | false {
  if (error) return isTemporary(error) ? 5000 : false
  return reading?.State === 'Read' ? false : 200
}

/** The content of a stored file never changes, so its previews never become stale. */
const UNCHANGING = { staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000 } as const

export const previewQueries = {
  text: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'text', href],
      queryFn: ({ signal }) => readDocument<TextPreviewProperties>(href, signal),
      ...UNCHANGING,
    }),

  /** The first 1000 bytes of a file, decoded as UTF-16 or UTF-8. */
  start: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'start', href],
      queryFn: async ({ signal }) => {
        const bytes = await readBytes(href, { start: 0, end: START_BYTES }, signal)
        return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
      },
      ...UNCHANGING,
    }),

  /**
   * The first page of a table, with its columns. For a large file, the statistics may be based on the start of the file
   * only. If the file isn't a table, the server replies with a text preview.
   */
  table: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'table', href],
      queryFn: async ({ signal }) => (await readDocument(href, signal)) as unknown as TablePreview | TextPreview,
      ...UNCHANGING,
    }),

  /**
   * The first page of a file's table. Disabled for files that can't contain a table or are read as one only on request.
   */
  tableOf: (workData: SirenDocument<WorkDataProperties>) => ({
    ...previewQueries.table(hrefOf(workData, 'Preview') ?? ''),
    enabled: isReadAsTable(workData),
  }),

  /**
   * The progress of reading the whole file. The server replies within a second, or immediately if the file has been
   * read. The server stops reading if requests stop, so polling continues in background tabs and after temporary
   * errors.
   */
  reading: (href: string | undefined) =>
    queryOptions({
      queryKey: ['previews', 'reading', href],
      queryFn: ({ signal }) => readDocument<ReadingProperties>(href ?? '', signal),
      enabled: href !== undefined,
      refetchInterval: ({ state: { data, error } }) => pollDelayMs(data?.properties, error),
      refetchIntervalInBackground: true,
      gcTime: 0,
    }),

  /** The first page of a table, once the whole file has been read. Fails if the file turns out not to be a table. */
  whole: (href: string | undefined) =>
    queryOptions({
      queryKey: ['previews', 'whole', href],
      queryFn: async ({ signal }) => asTable(await readDocument(href ?? '', signal)),
      enabled: href !== undefined,
      ...UNCHANGING,
    }),

  /** A byte range of the file itself. */
  bytes: (href: string, range: { start: number; end: number }) =>
    queryOptions({
      queryKey: ['previews', 'bytes', href, range.start, range.end],
      queryFn: ({ signal }) => readBytes(href, range, signal),
      ...UNCHANGING,
      gcTime: 30_000,
    }),

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

  picture: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'picture', href],
      queryFn: ({ signal }) => readDocument<PicturePreviewProperties>(href, signal),
      ...UNCHANGING,
    }),

  page: (picture: PicturePreview, page: number) =>
    queryOptions({
      queryKey: ['previews', 'page', selfHref(picture), page],
      queryFn: ({ signal }) =>
        createQuery<PicturePreviewProperties>(picture, 'ReadPage', { Page: page } satisfies ReadPageParameters, signal),
      ...UNCHANGING,
    }),

  hierarchy: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'hierarchy', href],
      queryFn: ({ signal }) => readDocument<HierarchyPreviewProperties>(href, signal),
      ...UNCHANGING,
    }),

  /** The attributes and first values of a group or dataset. */
  node: (hierarchy: HierarchyPreview, path: string) =>
    queryOptions({
      queryKey: ['previews', 'node', selfHref(hierarchy), path],
      queryFn: ({ signal }) =>
        createQuery<NodePreviewProperties>(hierarchy, 'ReadNode', { Path: path } satisfies ReadNodeParameters, signal),
      ...UNCHANGING,
    }),

  /** The outermost value of a JSON file, or of its start. */
  tree: (href: string) =>
    queryOptions({
      queryKey: ['previews', 'tree', href],
      queryFn: ({ signal }) => readDocument<JsonTreeProperties>(href, signal),
      ...UNCHANGING,
    }),

  /** The outermost value, once the whole file has been read. */
  wholeTree: (href: string | undefined) =>
    queryOptions({
      queryKey: ['previews', 'tree', href],
      queryFn: ({ signal }) => readDocument<JsonTreeProperties>(href ?? '', signal),
      enabled: href !== undefined,
      ...UNCHANGING,
    }),

  jsonPage: (tree: JsonTreePreview, { at, from }: { at: number; from: number }) =>
    queryOptions({
      queryKey: ['previews', 'json', selfHref(tree), at, from],
      queryFn: ({ signal }) => {
        const parameters: ReadJsonParameters = { At: at, From: from }
        return createQuery<JsonNodeProperties>(tree, 'ReadJson', parameters, signal)
      },
      ...UNCHANGING,
    }),

  /** A block of rows, limited to a block of columns. */
  rows: (table: TablePreview, request: RowsRequest, place: { row: number; column: number }) =>
    queryOptions({
      queryKey: ['previews', 'rows', selfHref(table), request, place],
      queryFn: async ({ signal }) =>
        asTable(
          await createQuery<Record<string, unknown>>(table, 'ReadRows', parametersOf(table, request, place), signal),
        ),
      ...UNCHANGING,
    }),

  /** The statistics and the most frequent values of a column in the rows that match a filter. */
  column: (table: TablePreview, request: { column: string; filter: RowFilter; valuesWith: string }) =>
    queryOptions({
      queryKey: ['previews', 'column', selfHref(table), request],
      queryFn: ({ signal }) => {
        const action = actionOf(table, 'DescribeColumn')
        if (!action) throw new Error('Column statistics are not available right now.')
        const parameters: DescribeColumnParameters = {
          Column: request.column,
          ...filterParameters(table, request.filter),
          ...(request.valuesWith && { ValuesWith: request.valuesWith }),
        }
        return askAction<ColumnPreviewProperties>(action, parameters, signal)
      },
      ...UNCHANGING,
    }),

  chart: (table: TablePreview, request: RowsRequest, { chart, x, y, color, measure }: ChartChoice) =>
    queryOptions({
      queryKey: ['previews', 'chart', selfHref(table), request, chart, x, y, color, measure],
      queryFn: ({ signal }) => {
        const action = actionOf(table, 'ChartRows')
        if (!action) throw new Error('Charts are not available right now.')
        const { sort } = request
        const needsY = chart !== 'Bars' || measure !== 'Count'
        const parameters: ChartRowsParameters = {
          Chart: chart,
          ...(x !== undefined && { X: x }),
          ...(needsY && y !== undefined && { Y: y }),
          ...(chart === 'Line' && color !== undefined && { ColorBy: color }),
          ...(chart === 'Bars' && { Measure: measure }),
          ...(sort && { Sort: sort.column, Order: sort.descending ? 'Descending' : 'Ascending' }),
          ...filterParameters(table, request),
        }
        return askAction<ChartPreviewProperties>(action, parameters, signal)
      },
      ...UNCHANGING,
    }),

  /** The differences between two tables. The rows that differ are read page by page. */
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

function filterParameters(table: TablePreview, { where, ignoreCase, find }: RowFilter) {
  const { Sheet } = table.properties
  return {
    ...(where.length > 0 && { Where: [...where] }),
    ...(ignoreCase && { IgnoreCase: true }),
    ...(find && { Find: find }),
    ...(Sheet !== undefined && { Sheet }),
  }
}

function parametersOf(
  table: TablePreview,
  request: RowsRequest,
  { row, column }: { row: number; column: number },
): ReadRowsParameters {
  const { sort } = request
  return {
    Offset: row,
    Limit: BLOCK_ROWS,
    ...(column > 0 && { ColumnOffset: column }),
    ...(sort && { Sort: sort.column, Order: sort.descending ? 'Descending' : 'Ascending' }),
    ...filterParameters(table, request),
  }
}
