import type { Cell } from './board-model.ts'

const WIDTH = 640
const HEIGHT = 240
const LEFT = 64
const BOTTOM = 32
const EDGE = 12
const TICKS = 4
/** Between the axis and the first point. */
const INSET = 40
const LABEL_MAX = 14
const LABELS_MAX = 12

interface BoardPlotProps {
  cells: readonly Cell[]
  x: string
  y: string
  /** The other parameter: one line for each of its values. */
  series: string | undefined
}

interface Point {
  x: number
  y: number
  label: string
}

/** A value against a parameter. Texts are placed in order, at equal distances. */
export function BoardPlot({ cells, x, y, series }: BoardPlotProps) {
  const places = placesOf(cells, x)
  const lines = [...Map.groupBy(cells, ({ parameters }) => (series ? String(parameters[series]) : ''))].map(
    ([name, members]) => ({ name, points: members.flatMap((cell) => pointOf(cell, { x, y, places })) }),
  )
  const points = lines.flatMap((line) => line.points)
  if (points.length === 0) return <p className="py-6 text-ink-2">No job has returned this value as a number yet.</p>
  const [xs, ys] = [extent(points.map((point) => point.x)), extent(points.map((point) => point.y))]
  const toX = (value: number) => LEFT + INSET + ((value - xs.from) / xs.span) * (WIDTH - LEFT - EDGE - 2 * INSET)
  const toY = (value: number) => HEIGHT - BOTTOM - ((value - ys.from) / ys.span) * (HEIGHT - BOTTOM - EDGE)
  const ticks = Array.from({ length: TICKS + 1 }, (_, at) => ys.from + (ys.span * at) / TICKS)
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full max-w-3xl" role="img" aria-label={`${y} by ${x}`}>
        {ticks.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - EDGE} y1={toY(value)} y2={toY(value)} className="stroke-line" />
            <text x={LEFT - 8} y={toY(value) + 4} textAnchor="end" className="fill-ink-3 text-[11px]">
              {shown(value)}
            </text>
          </g>
        ))}
        {[...places].slice(0, LABELS_MAX).map(([label, place]) => (
          <text key={label} x={toX(place)} y={HEIGHT - 10} textAnchor="middle" className="fill-ink-3 text-[11px]">
            {label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}…` : label}
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
        {y} by {x}
        {series
          ? lines.map(({ name }, at) => (
              <span key={name} className="flex items-center gap-1.5">
                <span className="size-2 rounded-full" style={{ background: COLORS[at % COLORS.length] }} />
                {series} {name}
              </span>
            ))
          : null}
      </figcaption>
    </figure>
  )
}

const COLORS = ['var(--accent)', 'var(--violet)', 'var(--success)', 'var(--warning)', 'var(--info)', 'var(--danger)']

/** Where each value of the parameter is on the axis. */
function placesOf(cells: readonly Cell[], x: string): Map<string, number> {
  const values = [...new Set(cells.map(({ parameters }) => parameters[x]))]
  const areNumbers = values.every((value) => typeof value === 'number')
  return new Map(values.map((value, at) => [String(value), areNumbers ? (value as number) : at]))
}

function pointOf(cell: Cell, { x, y, places }: { x: string; y: string; places: Map<string, number> }): Point[] {
  const value = cell.values[y]
  const place = places.get(String(cell.parameters[x]))
  if (typeof value !== 'number' || place === undefined) return []
  return [{ x: place, y: value, label: `${x} ${String(cell.parameters[x])}: ${shown(value)}` }]
}

function extent(values: readonly number[]): { from: number; span: number } {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return from === to ? { from: from - 0.5, span: 1 } : { from, span: to - from }
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)))
}
