import { memo } from 'react'
import type { RowsRequest, TablePreview } from '../previews.queries.ts'
import { ColumnHead } from './column-head.tsx'
import { ColumnMenu } from './column-menu.tsx'
import type { ColumnWindow } from './grid-window.ts'
import type { GridColumn } from './table-columns.ts'
import * as texts from './texts.ts'

interface GridHeadProps {
  table: TablePreview
  /** The columns in view. */
  drawn: readonly GridColumn[]
  cols: ColumnWindow
  request: RowsRequest
  onAsk: (change: Partial<RowsRequest>) => void
}

/** The column headers, which stay in view and are not rendered again while rows scroll. */
export const GridHead = memo(function GridHead({ table, drawn, cols, request, onAsk }: GridHeadProps) {
  const { ProfiledRows, TotalRows } = table.properties
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-surface">
          <span className="sr-only">{texts.row}</span>
        </th>
        {cols.before > 0 ? <HeadGap /> : null}
        {drawn.map(({ column, at, format }, index) => (
          <ColumnHead
            key={column.Name}
            column={column}
            format={format}
            index={cols.start + index + 2}
            rows={ProfiledRows}
            isPart={ProfiledRows < TotalRows}
            direction={directionOf(request, column.Name)}
            onSort={() => onAsk({ sort: nextSort(request.sort, column.Name) })}
            isRead={at >= 0}
            menu={
              at >= 0 ? (
                <ColumnMenu table={table} column={column} format={format} filter={request} onFilter={onAsk} />
              ) : null
            }
          />
        ))}
        {cols.after > 0 ? <HeadGap /> : null}
      </tr>
    </thead>
  )
})

function HeadGap() {
  return <td className="sticky top-0 z-10 border-b border-line bg-surface" />
}

function directionOf({ sort }: RowsRequest, name: string): 'ascending' | 'descending' | undefined {
  if (sort?.column !== name) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

function nextSort(sort: RowsRequest['sort'], column: string): RowsRequest['sort'] {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? undefined : { column, descending: true }
}
