import type { PreviewColumn } from '@millrace/contracts/previews'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { fill } from '#lib/fill.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { hrefOf } from '#lib/siren.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { previewQueries, type RowsRequest, type TablePreview } from '../previews.queries.ts'
import { ReadError } from '../read-error.tsx'
import { type Reading, useColumnsReading, useReading } from '../use-reading.ts'
import { type CellPlace, sizeOf } from './cell-range.ts'
import { CellStrip, RangeStrip } from './cell-strip.tsx'
import { type ChartChoice, suggestedChart } from './chart/chart-choice.ts'
import { OpenChart } from './chart/open-chart.ts'
import { HEAD_HEIGHT } from './column-head.tsx'
import { DataGrid } from './data-grid.tsx'
import { FilterChips } from './filter-chips.tsx'
import { isHit } from './grid-row.tsx'
import { columnsInSight, numberWidth, ROW_HEIGHT, rowWindow } from './grid-window.ts'
import { cellOf, type GridColumn } from './table-columns.ts'
import { chosenColumns, type TableState } from './table-state.ts'
import { TableStatus } from './table-status.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import * as texts from './texts.ts'
import { useCellCursor } from './use-cell-cursor.ts'
import { useCopyRange } from './use-copy-range.ts'
import { useGridWindow } from './use-grid-window.ts'
import { useShownColumns } from './use-shown-columns.ts'
import { useTableColumns } from './use-table-columns.ts'
import { isFiltered, type TableRows, useTableRows } from './use-table-rows.ts'
import { useTableState } from './use-table-state.ts'
import { withoutPlace } from './without-place.ts'

const ChartPanel = lazy(() => import('./chart/chart-panel.tsx'))

/** A table that is not wide has only this block of columns. */
const FIRST_BLOCK = [0]

interface TableViewProps {
  /** The first page. For a large file, it may be based on the start of the file only. */
  head: TablePreview
  name: string
  /** The switch between the views of this file. */
  views?: ReactNode
}

/**
 * Shows a table of any length, with the distributions of its columns. The server sorts and searches; this page loads
 * rows as it scrolls.
 */
export function TableView({ head, name, views }: TableViewProps) {
  const { reading, isRead, error: notRead, retry } = useReading(head)
  const whole = useQuery(previewQueries.whole(isRead ? hrefOf(head, 'Whole') : undefined))
  const error = notRead ?? whole.error
  return (
    <LoadedTable
      table={whole.data ?? head}
      name={name}
      views={views}
      reading={whole.data || error ? undefined : reading}
      failure={
        error
          ? {
              message: fill(texts.onlyTheStart, error.message),
              retry: notRead ? retry : () => void whole.refetch(),
            }
          : undefined
      }
    />
  )
}

/** Delay before a note explains the wait. Most tables are read within this time. */
const SLOW_AFTER_MS = 1500

interface LoadedTableProps extends Omit<TableViewProps, 'head'> {
  table: TablePreview
  /** The progress of reading the whole file, while it is being read. */
  reading: Reading | undefined
  failure: ReadFailure | undefined
}

/** The reason why only the start of the file is available. */
interface ReadFailure {
  message: string
  retry: () => void
}

function LoadedTable({ table, name, views, reading, failure }: LoadedTableProps) {
  const { Notes, TotalRows } = table.properties
  const [state, setState] = useTableState()
  const { sort, find, where, ignoreCase } = state
  const request = useMemo(() => ({ sort, find, where, ignoreCase }), [sort, find, where, ignoreCase])
  const [inSight, setInSight] = useState<readonly number[]>(FIRST_BLOCK)
  const all = useTableColumns(table, inSight)
  const [known, setKnown] = useState(TotalRows)
  const frame = useRef<HTMLElement>(null)
  const view = useGridWindow(frame, { total: known, headHeight: HEAD_HEIGHT })
  const rows = useTableRows(table, request, {
    ...view,
    rowHeight: ROW_HEIGHT,
    blocks: inSight,
    isStart: reading !== undefined,
  })
  const total = rows.total ?? (rows.error ? 0 : known)
  if (total !== known) setKnown(total)

  // Scrolls to the top whenever the request changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request itself is not used, only that it changed
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = 0
  }, [request])

  const room = view.width - numberWidth(known)
  const { names, hidden, columns, widths, cols } = useShownColumns(all, state.columns, {
    room,
    scrollLeft: view.scrollLeft,
  })
  const blocks = [...new Set(columns.slice(cols.start, cols.end).map(({ block }) => block))]
  if (blocks.join() !== inSight.join()) setInSight(blocks)
  const columnsReading = useColumnsReading(table, columns.slice(cols.start, cols.end).find(({ at }) => at < 0)?.block)
  const cell = placeOf(state, columns, total)
  const setCell = (place: CellPlace | undefined) => {
    const column = place && columns[place.column]?.column.Name
    setState((before) => ({ ...before, cell: column === undefined ? undefined : { row: place?.row ?? 0, column } }))
  }
  const copy = useCopyRange(table, request, columns)
  const cursor = useCellCursor({
    frame,
    totalRows: total,
    widths,
    view,
    cell,
    setCell,
    onCopy: (range) => void copy(range),
  })
  useFirstReveal(view.height > 0 ? (cell ?? firstHit(rows, columns, find)) : undefined, find, cursor.reveal)
  const current = cell && rows.rowAt(cell.row)
  const looked = cell && columns[cell.column]
  const ask = useCallback(
    (change: Partial<RowsRequest>) => setState((before) => ({ ...before, ...change, cell: undefined })),
    [setState],
  )
  const hide = useCallback(
    (next: ReadonlySet<string>) => setState((before) => ({ ...before, columns: chosenColumns(next, names) })),
    [setState, names],
  )
  const [chart, setChart] = useState<ChartChoice>()
  const chartButton = useRef<HTMLButtonElement>(null)
  const read = all.filter(({ at }) => at >= 0).map(({ column }) => column)
  const chartColumn = useStableCallback((column: PreviewColumn) => setChart(suggestedChart(read, column)))
  const toggleChart = useStableCallback(() => setChart(chart ? undefined : suggestedChart(read)))
  const { range } = cursor
  const size = range && sizeOf(range)
  const inView = columnsInSight(widths, view.scrollLeft, room)
  const isEmpty = rows.total === 0 && !rows.error
  const isWaiting = reading !== undefined && rows.total === undefined && !rows.error
  const isSlow = useDebounced(isWaiting, SLOW_AFTER_MS) && isWaiting
  const windowed = rowWindow(view, total)
  return (
    <OpenChart value={chartColumn}>
      <TableToolbar
        table={table}
        views={views}
        names={names}
        hidden={hidden}
        request={request}
        onAsk={ask}
        onHide={hide}
        hasChart={chart !== undefined}
        onChart={toggleChart}
        chartButton={chartButton}
      />
      <FilterChips filter={request} columns={all} onFilter={ask} />
      <TableNotes notes={isSlow ? [texts.readFirst, ...Notes] : Notes} failure={rows.error ? undefined : failure} />
      {chart ? (
        <Suspense>
          <ChartPanel
            table={table}
            columns={all}
            request={request}
            choice={chart}
            onChoose={setChart}
            onClose={() => {
              setChart(undefined)
              chartButton.current?.focus()
            }}
          />
        </Suspense>
      ) : null}
      {rows.error ? (
        <ErrorView title={texts.rowsCouldNotBeLoaded} error={withoutPlace(rows.error)} onRetry={rows.retry} />
      ) : null}
      <DataGrid
        frame={frame}
        label={fill(texts.rowsOf, name)}
        table={table}
        columns={columns}
        totalRows={total}
        rows={windowed}
        cols={cols}
        rowAt={rows.rowAt}
        request={request}
        onAsk={ask}
        empty={isEmpty ? <NoRows request={request} onClear={ask} /> : null}
        foot={
          <TableStatus
            table={table}
            view={view}
            total={total}
            rows={rows}
            request={request}
            inView={inView && { ...inView, count: widths.length }}
            reading={reading}
            columnsReading={columnsReading}
          />
        }
        cursor={cell}
        range={size && size.rows * size.columns > 1 ? range : undefined}
        isBelowChart={chart !== undefined}
        onCell={cursor.select}
        onCellsBetween={cursor.selectBetween}
        onKeyDown={cursor.onKeyDown}
      />
      {range && size && size.rows * size.columns > 1 ? (
        <RangeStrip range={range} onCopy={() => void copy(range)} onClose={() => cursor.select(undefined)} />
      ) : looked ? (
        <CellStrip
          column={looked.column.Name}
          row={current && current.number + 1}
          cell={cellOf(current, looked)}
          onClose={() => cursor.select(undefined)}
        />
      ) : null}
    </OpenChart>
  )
}

function placeOf({ cell }: TableState, columns: readonly GridColumn[], total: number): CellPlace | undefined {
  const column = columns.findIndex((candidate) => candidate.column.Name === cell?.column)
  return cell && column >= 0 && cell.row < total ? { row: cell.row, column } : undefined
}

/** Returns the first cell of the first row that matches the search. It may be in a column outside the view. */
function firstHit(rows: TableRows, columns: readonly GridColumn[], find: string): CellPlace | undefined {
  const row = find === '' ? undefined : rows.rowAt(0)
  const column = row ? columns.findIndex((column) => isHit(cellOf(row, column), find.toLowerCase(), column.format)) : -1
  return column < 0 ? undefined : { row: 0, column }
}

/** Scrolls once to a cell: the one in the URL, or the first one that a new search finds. */
function useFirstReveal(place: CellPlace | undefined, find: string, reveal: (place: CellPlace) => void) {
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (!place || done.current === find) return
    done.current = find
    reveal(place)
  })
}

/** Stays in view when a wide table is scrolled sideways. */
function NoRows({ request, onClear }: { request: RowsRequest; onClear: (change: Partial<RowsRequest>) => void }) {
  return (
    <div className="sticky left-0 grid w-fit max-w-full justify-items-start gap-2 px-6 py-10 phone:px-4">
      <p className="text-ink-2">{isFiltered(request) ? texts.noRowsMatchTheFilters : texts.thisTableHasNoRows}</p>
      {isFiltered(request) ? (
        <Button size="sm" onClick={() => onClear({ where: [], ignoreCase: false, find: '' })}>
          {texts.showAllRows}
        </Button>
      ) : null}
    </div>
  )
}

interface TableNotesProps {
  notes: readonly string[]
  failure: ReadFailure | undefined
}

function TableNotes({ notes, failure }: TableNotesProps) {
  if (notes.length === 0 && !failure) return null
  return (
    <ul className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs text-ink phone:px-4">
      {failure ? (
        <li>
          <ReadError error={failure} onRetry={failure.retry} />
        </li>
      ) : null}
      {notes.map((note) => (
        <li key={note}>
          <MarkedText text={note} />
        </li>
      ))}
    </ul>
  )
}
