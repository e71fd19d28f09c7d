import { ChartLine, Columns3 } from 'lucide-react'
import { memo, type ReactNode, type RefObject, use } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ColumnChooser } from '#components/ui/column-chooser.tsx'
import { FindField } from '#components/ui/find-field.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { RowsRequest, TablePreview } from '../previews.queries.ts'
import { chart as chartText } from './chart/texts.ts'
import { TableAddressContext } from './table-state.ts'
import * as texts from './texts.ts'

interface TableToolbarProps {
  table: TablePreview
  views: ReactNode
  /** All columns, including hidden ones. */
  names: readonly string[]
  hidden: ReadonlySet<string>
  request: RowsRequest
  onAsk: (change: Partial<RowsRequest>) => void
  onHide: (hidden: ReadonlySet<string>) => void
  hasChart: boolean
  onChart: () => void
  /** Receives the focus when the chart is closed. */
  chartButton: RefObject<HTMLButtonElement | null>
}

/**
 * Search, column selection, chart, and the control that reproduces the view as a job. Not rendered again while the
 * table scrolls.
 */
export const TableToolbar = memo(function TableToolbar(props: TableToolbarProps) {
  const { table, views, names, hidden, request, onAsk, onHide, hasChart, onChart, chartButton } = props
  const { Sheets, Sheet } = table.properties
  const keep = use(TableAddressContext)?.keep
  return (
    <PreviewToolbar views={views}>
      <FindField label={texts.searchTheTable} value={request.find} onChange={(text) => onAsk({ find: text })} />
      <ColumnChooser
        mono
        columns={names.map((name) => ({ id: name, label: name }))}
        hidden={hidden}
        onChange={onHide}
        onReset={hidden.size > 0 ? () => onHide(new Set()) : undefined}
        trigger={
          <Button size="sm" variant="quiet" icon={<Columns3 />}>
            {hidden.size > 0
              ? fill(texts.ofColumns, formatCount(names.length - hidden.size), formatCount(names.length))
              : texts.columns}
          </Button>
        }
      />
      <Button
        ref={chartButton}
        size="sm"
        variant="quiet"
        aria-pressed={hasChart}
        icon={<ChartLine />}
        onClick={onChart}
      >
        {chartText}
      </Button>
      {keep?.({
        ...request,
        columns: hidden.size > 0 ? names.filter((name) => !hidden.has(name)) : undefined,
        sheet: (Sheets?.length ?? 0) > 1 ? Sheet : undefined,
      })}
    </PreviewToolbar>
  )
})
