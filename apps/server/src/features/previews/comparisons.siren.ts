import { LIMITS } from '@millrace/contracts/limits'
import type {
  ComparedColumn,
  ComparedRow,
  CompareTablesParameters,
  PreviewCell,
  TableComparisonProperties,
} from '@millrace/contracts/previews'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import type { Matching } from '@millrace/tables/compare-tables'
import { href } from '#links.ts'
import type { DifferencesPage, DifferentRow, NumberedCells, TableFacts } from './preview-task.ts'
import type { ComparedTables } from './table-comparisons.ts'

/** Identifies a comparison: the URL of the earlier table's preview, and the later table's id and URL. */
export interface ComparisonAt {
  preview: string
  with: string
  withHref: string
}

/** Builds the document with the rows that differ between two tables, and the columns and statistics of both. */
export function comparisonDocument(
  at: ComparisonAt,
  { before, after, comparison, page, rows }: ComparedTables,
  wanted: Matching | undefined,
): SirenDocument<TableComparisonProperties> {
  const { matching, added, removed, changed, same, changedCells } = comparison
  const columns = columnsOf(before, after, changedCells)
  const total = page.only ? comparison[page.only] : added + removed + changed
  const beyond = page.offset + rows.length
  const links = [link('self', comparisonHref(at, { page, matching: wanted }))]
  if (beyond < total && rows.length > 0) {
    links.push(link('next', comparisonHref(at, { page: { ...page, offset: beyond }, matching: wanted })))
  }
  return document('TableComparison', {
    properties: {
      Columns: columns,
      MatchBy: MATCH_BY[matching.by],
      KeyColumns: matching.by === 'keys' ? matching.columns : [],
      BeforeRows: before.totalRows,
      AfterRows: after.totalRows,
      Added: added,
      Removed: removed,
      Changed: changed,
      Same: same,
      Rows: alignedRows(rows, { before, after, columns, common: changedCells.map(({ name }) => name) }),
      Offset: page.offset,
      ColumnsRead: [before, after].some(isWide) ? LIMITS.previewBlockColumns : null,
    },
    actions: [compareTables(at.preview, { WorkDataUrl: at.withHref })],
    links,
  })
}

function isWide({ totalColumns }: TableFacts): boolean {
  return totalColumns > LIMITS.previewBlockColumns
}

/** Returns the action that compares a table with a later one. */
export function compareTables(preview: string, value?: CompareTablesParameters): SirenAction {
  const type = 'CompareTablesParameters'
  return jsonAction('CompareTables', `${preview}/CompareTables`, 'Compare this table with a later one.', {
    type,
    schemaHref: href.schema(new URL(preview).origin, type),
    ...(value && { value }),
  })
}

/** Returns the URL of a page of differences. Its query also says how the rows are matched. */
export function comparisonHref(
  at: ComparisonAt,
  { page, matching }: { page: DifferencesPage; matching: Matching | undefined },
): string {
  const query = new URLSearchParams({ with: at.with, offset: String(page.offset), limit: String(page.limit) })
  if (page.only) query.set('only', page.only)
  if (matching) query.set('by', matching.by)
  if (matching?.by === 'keys') for (const column of matching.columns) query.append('key', column)
  return `${at.preview}/Comparison?${query}`
}

const MATCH_BY = { keys: 'Keys', position: 'Position', rows: 'Rows' } as const satisfies Record<
  Matching['by'],
  TableComparisonProperties['MatchBy']
>

function columnsOf(
  before: TableFacts,
  after: TableFacts,
  changedCells: { name: string; cells: number }[],
): ComparedColumn[] {
  const earlier = new Map(before.columns.map((column) => [column.Name, column]))
  const later = new Set(after.columns.map(({ Name }) => Name))
  const cells = new Map(changedCells.map((column) => [column.name, column.cells]))
  return [
    ...after.columns.map((column) => ({
      Name: column.Name,
      Before: earlier.get(column.Name) ?? null,
      After: column,
      ChangedCells: cells.get(column.Name) ?? 0,
    })),
    ...before.columns
      .filter(({ Name }) => !later.has(Name))
      .map((column) => ({ Name: column.Name, Before: column, After: null, ChangedCells: 0 })),
  ]
}

interface Alignment {
  before: TableFacts
  after: TableFacts
  columns: ComparedColumn[]
  /** The columns that both tables have. The `changed` of each row contains positions in this array. */
  common: string[]
}

/** Arranges the cells of both tables in the column order of the document. */
function alignedRows(rows: DifferentRow[], { before, after, columns, common }: Alignment): ComparedRow[] {
  const place = new Map(columns.map(({ Name }, at) => [Name, at]))
  const aligner = (facts: TableFacts) => {
    const own = new Map(facts.columns.map(({ Name }, at) => [Name, at]))
    const places = columns.map(({ Name }) => own.get(Name))
    return (row: NumberedCells | null): PreviewCell[] | null =>
      row && places.map((at) => (at === undefined ? null : (row.cells[at] ?? null)))
  }
  const [earlier, later] = [aligner(before), aligner(after)]
  return rows.map((row) => ({
    Before: earlier(row.before),
    BeforeNumber: row.before?.number ?? null,
    After: later(row.after),
    AfterNumber: row.after?.number ?? null,
    ChangedColumns: row.changed.flatMap((at) => place.get(common[at] ?? '') ?? []),
  }))
}
