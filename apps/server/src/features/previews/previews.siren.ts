import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type { ReadRowsParameters, TablePreviewProperties, TextPreviewProperties } from '@millrace/contracts/previews'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenAction, SirenDocument, SirenLink } from '@millrace/siren/document'
import { href } from '#links.ts'
import { compareTables } from './comparisons.siren.ts'
import type { TableFacts, TablePage } from './preview-task.ts'
import type { TablePart } from './table-pages.ts'
import type { TextPlace } from './text-preview.ts'
import { blocksOf } from './wide-tables.ts'

/** Builds a page of a table. The action `ReadRows` returns the URL of other rows. */
export function tableDocument(at: string, page: TablePage, part: TablePart): SirenDocument<TablePreviewProperties> {
  const { facts, rows, numbers, total, offset } = part
  const beyond = offset + rows.length
  const links = [link('self', pageHref(at, page))]
  if (beyond < total && rows.length > 0) links.push(link('next', pageHref(at, { ...page, offset: beyond })))
  if (offset > 0) links.push(link('previous', pageHref(at, { ...page, offset: Math.max(0, offset - page.limit) })))
  if (facts.isEstimate) links.push(wholeLink(at, page), link('Reading', readingHref(at, page)))
  if (facts.block && !facts.isEstimate) links.push(...columnLinks(at, page, facts.block))
  for (const sheet of facts.sheets ?? []) {
    links.push({ ...link('Sheet', pageHref(at, { offset: 0, limit: page.limit, sheet })), title: sheet })
  }
  return document('TablePreview', {
    properties: {
      Kind: 'table',
      Columns: facts.columns,
      Rows: rows,
      RowNumbers: numbers,
      Offset: offset,
      TotalRows: total,
      TotalIsEstimated: facts.isEstimate,
      ProfiledRows: facts.profiledRows,
      TotalColumns: facts.totalColumns,
      Dialect: facts.dialect,
      Notes: facts.notes,
      ...(facts.block && { ColumnOffset: facts.block.firstColumn, ColumnNames: facts.block.names }),
      ...(facts.sheets && { Sheets: facts.sheets }),
      ...(facts.sheet !== undefined && { Sheet: facts.sheet }),
    },
    actions: [readRows(at, page), describeColumn(at), chartRows(at), compareTables(at), queryTables(at)],
    links,
  })
}

/**
 * Builds the document that reports how much of a large table has been read. Clients poll this document until the table
 * is read.
 */
export function readingDocument(
  at: string,
  properties: ReadingProperties,
  part: ReadPart,
): SirenDocument<ReadingProperties> {
  return document('TableReading', { properties, links: [link('self', readingHref(at, part))] })
}

/** The sheet and the block of columns to report on. Any column of a block identifies the block. */
interface ReadPart {
  sheet?: string | undefined
  columnOffset?: number
}

/** Returns a link for each further block. The title of the link is the position of the block's first column. */
function columnLinks(at: string, { sheet }: ReadPart, block: NonNullable<TableFacts['block']>): SirenLink[] {
  const [, ...further] = blocksOf(block)
  return further.map((columnOffset) => ({
    ...link('ColumnsReading', readingHref(at, { sheet, columnOffset })),
    title: String(columnOffset),
  }))
}

function readingHref(at: string, { sheet, columnOffset = 0 }: ReadPart): string {
  const query = new URLSearchParams({
    ...(sheet !== undefined && { sheet }),
    ...(columnOffset > 0 && { columnOffset: String(columnOffset) }),
  })
  return `${at}/Reading${query.size > 0 ? `?${query}` : ''}`
}

/** Builds a page of text. `next` is the start of the following page; undefined on the last page. */
export function textDocument(
  at: string,
  properties: TextPreviewProperties,
  next?: TextPlace,
): SirenDocument<TextPreviewProperties> {
  const links = [link('self', at)]
  if (next) links.push(link('next', textHref(at, next)))
  return document('TextPreview', { properties, links })
}

function textHref(at: string, { offset, line }: TextPlace): string {
  const { origin, pathname } = new URL(at)
  const query = new URLSearchParams({ as: 'text', offset: String(offset), line: String(line) })
  return `${origin}${pathname}?${query}`
}

function readRows(at: string, page: TablePage): SirenAction {
  const { offset, limit, columnOffset, sort, find, sheet, where, ignoreCase } = page
  const value: ReadRowsParameters = {
    Offset: offset,
    Limit: limit,
    ...(columnOffset && { ColumnOffset: columnOffset }),
    Order: sort?.descending ? 'Descending' : 'Ascending',
    ...(sort && { Sort: sort.column }),
    ...(find && { Find: find }),
    ...(sheet && { Sheet: sheet }),
    ...(where && { Where: where }),
    ...(ignoreCase && { IgnoreCase: true }),
  }
  const type = 'ReadRowsParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  return jsonAction('ReadRows', `${at}/ReadRows`, 'Read other rows, sorted, filtered or searched.', {
    type,
    schemaHref,
    value,
  })
}

function describeColumn(at: string): SirenAction {
  const type = 'DescribeColumnParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  const title = 'Describe the values of a column in the rows that meet a filter.'
  return jsonAction('DescribeColumn', `${at}/DescribeColumn`, title, { type, schemaHref })
}

function chartRows(at: string): SirenAction {
  const type = 'ChartRowsParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  return jsonAction('ChartRows', `${at}/ChartRows`, 'Draw columns of the rows that meet a filter.', {
    type,
    schemaHref,
  })
}

function queryTables(at: string): SirenAction {
  const type = 'QueryTablesParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  return jsonAction('QueryTables', `${at}/QueryTables`, 'Try a query on the first rows.', { type, schemaHref })
}

function wholeLink(at: string, page: TablePage): SirenLink {
  const href = new URL(pageHref(at, page))
  href.searchParams.set('whole', 'true')
  return link('Whole', href.href)
}

/** Returns the URL of a page of a table, with filter and sorting as query parameters. */
export function pageHref(at: string, page: TablePage): string {
  const { offset, limit, columnOffset, sort, find, sheet, where, ignoreCase } = page
  const query = new URLSearchParams({ offset: String(offset), limit: String(limit) })
  if (columnOffset) query.set('columnOffset', String(columnOffset))
  if (sort) query.set('sort', sort.column)
  if (sort?.descending) query.set('order', 'descending')
  if (find) query.set('find', find)
  if (sheet) query.set('sheet', sheet)
  if (where) query.set('where', JSON.stringify(where))
  if (ignoreCase) query.set('ignoreCase', 'true')
  return `${at}?${query}`
}
