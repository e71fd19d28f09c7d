import type { ChartPreviewProperties } from '@millrace/contracts/table-charts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import type { FigureCurves } from '../../mini/figure-curves.ts'
import { previewQueries, type RowsRequest, type TablePreview } from '../../previews.queries.ts'
import { Curves } from '../../report/curves.tsx'
import { useReading } from '../../use-reading.ts'
import { withoutPlace } from '../without-place.ts'
import { ChartBars } from './chart-bars.tsx'
import { barText, type ChartChoice } from './chart-choice.ts'
import * as texts from './texts.ts'

interface ChartFigureProps {
  table: TablePreview
  request: RowsRequest
  choice: ChartChoice
}

/** The chart itself, with a line on what it is drawn from. */
export function ChartFigure({ table, request, choice }: ChartFigureProps) {
  const { reading, isRead, error: notRead } = useReading(table)
  const isHere = !reading || isRead || notRead !== null
  const isChosen = choice.chart === 'Bars' ? choice.x !== undefined : choice.y !== undefined
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...previewQueries.chart(table, request, choice),
    enabled: isHere && isChosen,
    placeholderData: keepPreviousData,
  })
  if (!isChosen) return <Note>{texts.noNumbers}</Note>
  if (!isHere) return <Note>{texts.drawnWhenRead}</Note>
  if (error)
    return (
      <p role="alert" className="py-6 text-sm text-danger">
        {withoutPlace(error).message}{' '}
        <button type="button" className="underline" onClick={() => void refetch()}>
          {texts.tryAgain}
        </button>
      </p>
    )
  if (!data) return <div role="status" aria-label={texts.drawing} className="mt-3 h-70 rounded-md bg-hover" />
  const { properties } = data
  if (properties.Rows === 0) return <Note>{texts.nothingToDraw}</Note>
  return (
    <div
      className={clsx('pt-2', properties.Bars.length > 0 && 'max-w-176', isPlaceholderData && 'opacity-60')}
      aria-busy={isPlaceholderData}
    >
      {properties.Bars.length > 0 ? (
        <ChartBars bars={properties.Bars} label={fill(texts.barsPer, barText(choice), choice.x ?? '')} />
      ) : (
        <Curves
          most={Number.POSITIVE_INFINITY}
          figure={curvesOf(properties, choice)}
          label={fill(texts.chartOf, choice.y ?? '', choice.x ?? texts.rowOrder)}
        />
      )}
      <p className="pt-1 text-xs text-ink-3">{basis(properties, choice)}</p>
      {properties.JoinsMissing ? <p className="pt-1 text-xs text-ink-3">{texts.joinsMissing}</p> : null}
    </div>
  )
}

function Note({ children }: { children: string }) {
  return <p className="py-6 text-sm text-ink-2">{children}</p>
}

function curvesOf({ XKind, Points }: ChartPreviewProperties, { chart, x, y }: ChartChoice): FigureCurves {
  const points = Points.map((point) => ({ x: point.X, y: point.Y }))
  return {
    curves: [{ name: y, points, mark: chart === 'Points' ? 'points' : 'line' }],
    xKind: XKind === 'row' ? 'number' : XKind,
    xTitle: x ?? texts.rowOrder,
    yTitle: y,
  }
}

function basis({ Rows, Points, Bars, TotalBars }: ChartPreviewProperties, { chart }: ChartChoice): string {
  const rows = plural(Rows, 'row')
  if (chart === 'Bars')
    return TotalBars > Bars.length
      ? fill(texts.highestBars, formatCount(Bars.length), formatCount(TotalBars), rows)
      : rows
  // Gaps are not rows.
  if (Points.filter(({ Y }) => Y !== null).length === Rows) return rows
  return fill(chart === 'Line' ? texts.thinnedLine : texts.thinnedPoints, rows)
}
