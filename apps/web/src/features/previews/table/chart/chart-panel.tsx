import { X } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import type { RowsRequest, TablePreview } from '../../previews.queries.ts'
import type { TableColumn } from '../table-columns.ts'
import { TableAddressContext } from '../table-state.ts'
import { isFiltered } from '../use-table-rows.ts'
import { asChart, type ChartChoice } from './chart-choice.ts'
import { ChartColumns } from './chart-columns.tsx'
import { ChartFigure, useChart } from './chart-figure.tsx'
import * as texts from './texts.ts'

interface ChartPanelProps {
  table: TablePreview
  columns: readonly TableColumn[]
  request: RowsRequest
  choice: ChartChoice
  onChoose: (choice: ChartChoice) => void
  onClose: () => void
}

/** A chart of the rows that match the filter, with controls for the type and the columns. */
export default function ChartPanel({ table, columns, request, choice, onChoose, onClose }: ChartPanelProps) {
  const { Sheets, Sheet } = table.properties
  const plot = use(TableAddressContext)?.plot
  const chart = useChart(table, request, choice)
  const { ColorBy, ColorColumns = [] } = chart.data?.properties ?? {}
  const color = choice.color ?? ColorBy
  const section = useRef<HTMLElement>(null)
  const drawn = columns.filter(({ at }) => at >= 0).map(({ column }) => column)
  // Takes the focus, because the panel is opened from elsewhere, possibly from a popover that closes.
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      aria-label={texts.chart}
      tabIndex={-1}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && onClose()}
      data-chart=""
      className="flex-none border-t border-line px-6 pt-2.5 pb-3 outline-none phone:px-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segmented
          size="sm"
          label={texts.chartType}
          value={choice.chart}
          onChange={(type) => onChoose(asChart(choice, type, drawn))}
          choices={[
            { value: 'Line', label: texts.line },
            { value: 'Points', label: texts.points },
            { value: 'Bars', label: texts.bars },
          ]}
        />
        <span className="contents phone:order-2 phone:grid phone:w-full phone:grid-cols-2 phone:gap-x-3 phone:gap-y-2">
          <ChartColumns
            columns={drawn}
            choice={choice}
            color={{ column: color || undefined, columns: ColorColumns }}
            onChoose={onChoose}
          />
          <span className="ml-auto phone:ml-0 phone:grid">
            {plot?.({
              ...choice,
              color,
              sort: request.sort,
              where: request.where,
              find: request.find,
              sheet: (Sheets?.length ?? 0) > 1 ? Sheet : undefined,
            })}
          </span>
        </span>
        <IconButton
          size="sm"
          label={texts.closeChart}
          icon={<X />}
          className="phone:order-1 phone:-mr-3.5 phone:ml-auto"
          onClick={onClose}
        />
      </div>
      <ChartFigure
        chart={chart}
        choice={choice}
        total={isFiltered(request) || table.properties.TotalIsEstimated ? undefined : table.properties.TotalRows}
      />
    </section>
  )
}
