import { fill } from '#lib/fill.ts'
import { formatCount, formatEstimate } from '#lib/format.ts'
import type { RowsRequest, TablePreview } from '../previews.queries.ts'
import { ReadingProgress } from '../reading-progress.tsx'
import type { Reading } from '../use-reading.ts'
import { ROW_HEIGHT } from './grid-window.ts'
import * as texts from './texts.ts'
import { isFiltered, type TableRows } from './use-table-rows.ts'

interface RowsInSightProps {
  table: TablePreview
  view: { first: number; height: number }
  total: number
  rows: TableRows
  request: RowsRequest
}

interface TableStatusProps extends RowsInSightProps {
  /** The first and last column in view, unless all columns are. */
  inView: { first: number; last: number; count: number } | undefined
  /** The progress of reading the whole file, while it is being read. */
  reading: Reading | undefined
  /** The progress of reading the columns in view, while they are being read. */
  columnsReading: Reading | undefined
}

/** Says which rows and columns are in view, how much of the file has been read, and how the file was parsed. */
export function TableStatus({ inView, reading, columnsReading, ...rows }: TableStatusProps) {
  return (
    <>
      <RowsInSight {...rows} />
      {inView ? (
        <span className="flex-none">
          {fill(texts.columnsInSight, inView.first, inView.last, formatCount(inView.count))}
        </span>
      ) : null}
      {reading ? <ReadingProgress reading={reading} /> : null}
      {columnsReading ? <ReadingProgress reading={columnsReading} what={texts.readingTheseColumns} /> : null}
      {namesSheet(rows.table) ? null : (
        <span className="ml-auto truncate text-ink-3 phone:ml-0">{rows.table.properties.Dialect}</span>
      )}
    </>
  )
}

/** The tabs below already show the name of the sheet. */
function namesSheet({ properties: { Sheets, Sheet, Dialect } }: TablePreview): boolean {
  return (Sheets?.length ?? 0) > 1 && Sheet !== undefined && Dialect?.includes(Sheet) === true
}

function RowsInSight({ table, view, total, rows, request }: RowsInSightProps) {
  const { TotalIsEstimated } = table.properties
  const isPart = isFiltered(request)
  if (rows.total === undefined && !rows.error)
    return <span role="status">{isPart ? texts.searching : texts.sorting}</span>
  if (rows.error) return <span role="status">{texts.noRowsLoaded}</span>
  if (total === 0) return <span role="status">{isPart ? texts.noMatchingRows : texts.noRows}</span>
  const from = Math.min(total, Math.round(view.first) + 1)
  const to = Math.min(total, Math.max(from, Math.floor(view.first + view.height / ROW_HEIGHT)))
  return (
    <span role="status" className="flex-none">
      Rows {formatCount(from)}–{formatCount(to)} of{' '}
      {TotalIsEstimated && !isPart ? formatEstimate(total) : formatCount(total)}
      {isPart ? ' that match' : ''}
    </span>
  )
}
