import { usePhone } from '#lib/use-media.ts'
import type { Axis } from './axes.ts'
import type { Cell } from './board-model.ts'
import * as texts from './texts.ts'

/** A narrower drawing instead of a smaller one, so that its labels keep their size. */
const WIDTH = 640
const PHONE_WIDTH = 358
const HEIGHT = 240
const LEFT = 56
const BOTTOM = 32
const EDGE = 12
const TICKS = 4
/** Between the axis and the first point. */
const INSET = 28
const LABEL_MAX = 18
/** Widths of an average character of a label, and of the gap between two labels. */
const CHARACTER = 6
const GAP = 10

interface BoardPlotProps {
  cells: readonly Cell[]
  x: Axis
  y: string
  /** The other parameter: one line for each of its values. */
  series: Axis | undefined
}

interface Point {
  x: number
  y: number
  label: string
}

/** A value against a parameter. Texts are placed in order, at equal distances. */
export function BoardPlot({ cells, x, y, series }: BoardPlotProps) {
  const width = usePhone() ? PHONE_WIDTH : WIDTH
  const places = placesOf(cells, x)
  const lines = [...Map.groupBy(cells, ({ parameters }) => series?.words(parameters[series.name]) ?? '')].map(
    ([name, members]) => ({ name, points: members.flatMap((cell) => pointOf(cell, { x, y, places })) }),
  )
  const points = lines.flatMap((line) => line.points)
  if (points.length === 0) return <p className="py-6 text-ink-2">{texts.noNumbersYet}</p>
  const [xs, ys] = [extent(points.map((point) => point.x)), extent(points.map((point) => point.y))]
  const toX = (value: number) => LEFT + INSET + ((value - xs.from) / xs.span) * (width - LEFT - EDGE - 2 * INSET)
  const toY = (value: number) => HEIGHT - BOTTOM - ((value - ys.from) / ys.span) * (HEIGHT - BOTTOM - EDGE)
  const ticks = Array.from({ length: TICKS + 1 }, (_, at) => ys.from + (ys.span * at) / TICKS)
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} className="w-full max-w-3xl" role="img" aria-label={`${y} by ${x.label}`}>
        {ticks.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width - EDGE} y1={toY(value)} y2={toY(value)} className="stroke-line" />
            <text x={LEFT - 8} y={toY(value) + 4} textAnchor="end" className="fill-ink-3 text-[11px]">
              {shown(value)}
            </text>
          </g>
        ))}
        {labelsThatFit(places, toX).map(({ label, at }) => (
          <text key={at} x={at} y={HEIGHT - 10} textAnchor="middle" className="fill-ink-3 text-[11px]">
            {label}
          </text>
        ))}
        {lines.map(({ name, points: line }, at) => (
          <g key={name} style={{ color: COLORS[at % COLORS.length] }}>
            <polyline
              points={line.map((point) => `${toX(point.x)},${toY(point.y)}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
            />
            {line.map((point) => (
              <circle key={point.label} cx={toX(point.x)} cy={toY(point.y)} r={3.5} fill="currentColor">
                <title>{point.label}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 text-xs text-ink-2">
        {y} by {x.label}
        {series
          ? lines.map(({ name }, at) => (
              <span key={name} className="flex items-center gap-1.5">
                <span className="size-2 rounded-full" style={{ background: COLORS[at % COLORS.length] }} />
                {series.label}: {name}
              </span>
            ))
          : null}
      </figcaption>
    </figure>
  )
}

const COLORS = ['var(--accent)', 'var(--violet)', 'var(--success)', 'var(--warning)', 'var(--info)', 'var(--danger)']

/** Where each value of the parameter is on the axis. */
function placesOf(cells: readonly Cell[], { name, words }: Axis): Map<string, number> {
  const values = [...new Set(cells.map(({ parameters }) => parameters[name]))]
  const areNumbers = values.every((value) => typeof value === 'number')
  return new Map(values.map((value, at) => [words(value), areNumbers ? (value as number) : at]))
}

/** The labels of an axis from left to right, without those that would touch the one before. */
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

function pointOf(cell: Cell, { x, y, places }: { x: Axis; y: string; places: Map<string, number> }): Point[] {
  const value = cell.values[y]
  const words = x.words(cell.parameters[x.name])
  const place = places.get(words)
  if (typeof value !== 'number' || place === undefined) return []
  return [{ x: place, y: value, label: `${x.label} ${words}: ${shown(value)}` }]
}

function extent(values: readonly number[]): { from: number; span: number } {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return from === to ? { from: from - 0.5, span: 1 } : { from, span: to - from }
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)))
}
