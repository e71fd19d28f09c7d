import type { ChartPoint, ChartPreviewProperties } from '@millrace/contracts/table-charts'
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

/**
 * Loads a chart. `isHere` is false while rows are still being read, and `isChosen` is false if the choice lacks a
 * column. The chart is loaded only if both are true.
 */
export function useChart(table: TablePreview, request: RowsRequest, choice: ChartChoice) {
  const { reading, isRead, error: notRead } = useReading(table)
  const isHere = !reading || isRead || notRead !== null
  const isChosen = choice.chart === 'Bars' ? choice.x !== undefined : choice.y !== undefined
  const query = useQuery({
    ...previewQueries.chart(table, request, choice),
    enabled: isHere && isChosen,
    placeholderData: keepPreviousData,
  })
  return { ...query, isHere, isChosen }
}

interface ChartFigureProps {
  chart: ReturnType<typeof useChart>
  choice: ChartChoice
  total: number | undefined
}

/** The chart, with notes on the data that it is based on, or the reason why no chart can be drawn. */
export function ChartFigure({ chart, choice, total }: ChartFigureProps) {
  const { data, error, isPlaceholderData, refetch, isHere, isChosen } = chart
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
      {[basis(properties, choice, total), ...notesOf(properties, choice)].map((note) => (
        <p key={note} className="pt-1 text-xs text-ink-3">
          {note}
        </p>
      ))}
    </div>
  )
}

function Note({ children }: { children: string }) {
  return <p className="py-6 text-sm text-ink-2">{children}</p>
}

function linesOf({ Series, Points }: ChartPreviewProperties): { Name?: string | null; Points: ChartPoint[] }[] {
  return Series ?? [{ Points }]
}

function curvesOf(properties: ChartPreviewProperties, { chart, x, y }: ChartChoice): FigureCurves {
  const { XKind } = properties
  return {
    curves: linesOf(properties).map(({ Name, Points }) => ({
      name: Name === null ? texts.missing : (Name ?? y),
      points: Points.map((point) => ({ x: point.X, y: point.Y })),
      mark: chart === 'Points' ? 'points' : 'line',
    })),
    xKind: XKind === 'row' ? 'number' : XKind,
    xTitle: x ?? texts.rowOrder,
    yTitle: y,
  }
}

function notesOf(properties: ChartPreviewProperties, { x }: ChartChoice): string[] {
  const { Series = [], SeriesLeftOut, ColorBy = '', Repeats, JoinsMissing, XClock } = properties
  return [
    ...(XClock ? [fill(texts.dateAndTime, x ?? '', XClock)] : []),
    ...(SeriesLeftOut ? [fill(texts.seriesLeftOut, Series.length, ColorBy, formatCount(SeriesLeftOut))] : []),
    ...(Repeats ? [fill(texts.severalValues, x ?? '')] : []),
    ...(JoinsMissing || Series.some((line) => line.JoinsMissing) ? [texts.joinsMissing] : []),
  ]
}

function basis(properties: ChartPreviewProperties, { chart, x, y }: ChartChoice, total: number | undefined): string {
  const { Rows, Bars, TotalBars } = properties
  const columns = [y, x].filter((name) => name !== undefined).join(' or ')
  const rows =
    chart !== 'Bars' && total !== undefined && Rows < total
      ? fill(texts.someHaveNoValue, formatCount(Rows), plural(total, 'row'), formatCount(total - Rows), columns)
      : plural(Rows, 'row')
  if (chart === 'Bars')
    return TotalBars > Bars.length
      ? fill(texts.highestBars, formatCount(Bars.length), formatCount(TotalBars), rows)
      : rows
  // Points with a null value are gaps and don't correspond to a row.
  const points = linesOf(properties).flatMap(({ Points }) => Points)
  if (properties.SeriesLeftOut || points.filter(({ Y }) => Y !== null).length === Rows) return rows
  return fill(chart === 'Line' ? texts.thinnedLine : texts.thinnedPoints, rows)
}
