import { humanize } from '@millrace/parameters/labels'
import { numberTexts, ticksOver } from '#lib/axis-ticks.ts'
import { useDrawingWidth } from '#lib/use-drawing-width.ts'
import type { Axis } from './axes.ts'
import { BoardMarks, type Line, type Point } from './board-marks.tsx'
import type { Cell } from './board-model.ts'
import { type BoardSeries, colorOf, nameIn } from './board-series.ts'
import * as texts from './texts.ts'

const WIDTH_MAX = 768
const HEIGHT = 330
const NARROW = { below: 480, height: 272 }
const LEFT = 56
/** Margins for the name of the vertical axis, and for the labels and name of the horizontal axis. */
const TOP = 28
const BOTTOM = 48
const EDGE = 12
/** Distance between the ends of the horizontal axis and the outermost points. */
const INSET = 28
const LABEL_MAX = 18
/** Widths of an average character of a label, and of the gap between two labels. */
const CHARACTER = 6
const GAP = 10

export interface BoardPlotProps {
  cells: readonly Cell[]
  x: Axis
  y: string
  /** Another parameter, which has one line per value. */
  series: BoardSeries
  /** Key of the cell under the pointer, here or in the table. */
  pointed: string | undefined
  onPoint: (key: string | undefined) => void
}

/**
 * Plots a value against a parameter. Points are connected by lines only if the parameter is numeric, because other
 * values have no order.
 */
export function BoardPlot({ cells, x, y, series, pointed, onPoint }: BoardPlotProps) {
  const { ref, width } = useDrawingWidth(WIDTH_MAX)
  const height = width < NARROW.below ? NARROW.height : HEIGHT
  const places = placesOf(cells, x)
  const all = linesOf(cells, { x, y, series, places })
  const points = all.flatMap((one) => one.points)
  if (points.length === 0) return <p className="py-6 text-ink-2">{texts.noNumbersYet}</p>
  const xs = extent(points.map((point) => point.x))
  const ticks = ticksOver(points.map((point) => point.y))
  const tickText = numberTexts((ticks[1] ?? 0) - (ticks[0] ?? 0))
  const ys = extent(ticks)
  const toX = (value: number) => LEFT + INSET + ((value - xs.from) / xs.span) * (width - LEFT - EDGE - 2 * INSET)
  const toY = (value: number) => height - BOTTOM - ((value - ys.from) / ys.span) * (height - BOTTOM - TOP)
  return (
    <figure ref={ref} className="grid gap-2">
      {series.axis ? <Legend axis={series.axis} all={all} /> : null}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full"
        style={{ maxWidth: WIDTH_MAX }}
        role="img"
        aria-label={`${humanize(y)} by ${x.label}`}
      >
        <text x={LEFT} y={12} className="fill-ink-2 text-[0.6875rem]">
          {humanize(y)}
        </text>
        {ticks.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width - EDGE} y1={toY(value)} y2={toY(value)} className="stroke-line" />
            <text x={LEFT - 8} y={toY(value) + 4} textAnchor="end" className="fill-ink-3 text-[0.6875rem]">
              {tickText(value)}
            </text>
          </g>
        ))}
        {labelsThatFit(places, toX).map(({ label, at }) => (
          <text key={at} x={at} y={height - BOTTOM + 20} textAnchor="middle" className="fill-ink-3 text-[0.6875rem]">
            {label}
          </text>
        ))}
        <text x={(LEFT + width - EDGE) / 2} y={height - 8} textAnchor="middle" className="fill-ink-2 text-[0.6875rem]">
          {x.label}
        </text>
        <BoardMarks all={all} toX={toX} toY={toY} isOrdered={isNumeric(cells, x)} pointed={pointed} onPoint={onPoint} />
      </svg>
    </figure>
  )
}

function Legend({ axis, all }: { axis: Axis; all: readonly Line[] }) {
  return (
    <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {axis.label}
      {all.map(({ name }, at) => (
        <span key={name} className="flex items-center gap-1.5">
          <span className="size-2 rounded-full" style={{ background: colorOf(at) }} />
          {name}
        </span>
      ))}
    </figcaption>
  )
}

/** Returns whether all jobs have a number for the parameter. */
export function isNumeric(cells: readonly Cell[], { name }: Axis): boolean {
  return cells.every(({ parameters }) => typeof parameters[name] === 'number')
}

/** The positions are by formatted value: numbers are their own position, other values are at their index. */
function placesOf(cells: readonly Cell[], x: Axis): Map<string, number> {
  const values = [...new Set(cells.map(({ parameters }) => parameters[x.name]))]
  const areNumbers = isNumeric(cells, x)
  return new Map(values.map((value, at) => [x.words(value), areNumbers ? (value as number) : at]))
}

function labelsThatFit(places: ReadonlyMap<string, number>, toX: (place: number) => number) {
  let end = Number.NEGATIVE_INFINITY
  return [...places]
    .map(([text, place]) => ({
      label: text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX - 1)}…` : text,
      at: toX(place),
    }))
    .toSorted((a, b) => a.at - b.at)
    .filter(({ label, at }) => {
      const half = (label.length * CHARACTER) / 2
      if (at - half < end + GAP) return false
      end = at + half
      return true
    })
}

interface Reading extends Pick<BoardPlotProps, 'x' | 'y' | 'series'> {
  places: Map<string, number>
}

function linesOf(cells: readonly Cell[], reading: Reading): Line[] {
  const { axis, names } = reading.series
  return names.map((name) => ({
    name,
    points: cells
      .filter((cell) => nameIn(axis, cell) === name)
      .flatMap((cell) => pointOf(cell, reading, name))
      .toSorted((a, b) => a.x - b.x),
  }))
}

function pointOf(cell: Cell, { x, y, series, places }: Reading, name: string): Point[] {
  const value = cell.values[y]
  const words = x.words(cell.parameters[x.name])
  const place = places.get(words)
  if (typeof value !== 'number' || place === undefined) return []
  const of = series.axis ? `${series.axis.label} ${name}, ` : ''
  return [{ key: cell.key, x: place, y: value, label: `${of}${x.label} ${words}: ${shown(value)}` }]
}

function extent(values: readonly number[]): { from: number; span: number } {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return from === to ? { from: from - 0.5, span: 1 } : { from, span: to - from }
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)))
}
