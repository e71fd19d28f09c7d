import { downsample, isRecord, parse, tracesOf, valuesOf } from './figure-lines.ts'

/** One trace of a figure, reduced for a small chart. */
export interface Curve {
  name: string | undefined
  mark: 'line' | 'points' | 'bars'
  /** In units of the axis; times are in milliseconds since 1970. A `y` of `null` is a gap. */
  points: { x: number; y: number | null }[]
}

export interface FigureCurves {
  curves: Curve[]
  /**
   * The kind of x values. `place` means 0-based positions, which replace x values that are not all numbers or all
   * times.
   */
  xKind: 'number' | 'time' | 'place'
  xTitle: string | undefined
  yTitle: string | undefined
}

/** Returns the first curves of a Plotly figure, downsampled, with the axis titles. */
export function figureCurves(text: string): FigureCurves {
  const traces = tracesOf(text)
  const figure = parse(text)
  const layout = isRecord(figure) && isRecord(figure.layout) ? figure.layout : {}
  const all = traces.flatMap(({ x, y }) =>
    valuesOf(y).map((_, at) => (Array.isArray(x) ? (x as unknown[])[at] : undefined)),
  )
  const xKind = all.every(Number.isFinite)
    ? 'number'
    : all.every((value) => Number.isFinite(timeOf(value)))
      ? 'time'
      : 'place'
  const placeOf = (value: unknown, at: number) =>
    xKind === 'number' ? (value as number) : xKind === 'time' ? timeOf(value) : at
  return {
    curves: traces.map((trace) => {
      const { name, x, y } = trace
      const values = valuesOf(y)
      const places = Array.isArray(x) ? (x as unknown[]) : []
      return {
        name: typeof name === 'string' ? name : undefined,
        mark: markOf(trace),
        points: downsample(values).map((at) => ({ x: placeOf(places[at], at), y: values[at] ?? null })),
      }
    }),
    xKind,
    xTitle: titleOf(layout.xaxis),
    yTitle: titleOf(layout.yaxis),
  }
}

function markOf({ type, mode }: Record<string, unknown>): Curve['mark'] {
  if (type === 'bar') return 'bars'
  return typeof mode === 'string' && !mode.includes('lines') ? 'points' : 'line'
}

/** Returns all y values, with zero if there are bars, because bars start at zero. */
export function valuesToShow(curves: readonly Curve[]): number[] {
  const values = curves.flatMap(({ points }) => points.flatMap(({ y }) => y ?? []))
  return curves.some(({ mark }) => mark === 'bars') ? [0, ...values] : values
}

/** Returns the SVG path of a curve. A value between two gaps is drawn as a dot, and bars start at zero. */
export function pathOf({ points, mark }: Curve, toX: (x: number) => number, toY: (y: number) => number): string {
  return points
    .map(({ x, y }, at) => {
      if (y === null) return ''
      const place = `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`
      if (mark === 'bars') return `M${place}V${toY(0).toFixed(1)}`
      return mark === 'points' || (points[at - 1]?.y ?? null) === null ? `M${place}h0` : `L${place}`
    })
    .join('')
}

/** Returns the stroke width of a curve. Bars get thinner the more of them must fit into a frame of this width. */
export function strokeOf({ mark, points }: Curve, width: number): number {
  if (mark === 'line') return 1.5
  return mark === 'points' ? 4 : Math.max(1, Math.min(24, (0.6 * width) / Math.max(1, points.length)))
}

/** Parses a time like Plotly: a time without a zone is UTC. NaN if the value is not a time. */
function timeOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value)) return Number.NaN
  const time = value.replace(' ', 'T')
  return Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(time) || !time.includes('T') ? time : `${time}Z`)
}

function titleOf(axis: unknown): string | undefined {
  const title = isRecord(axis) ? axis.title : undefined
  const text = isRecord(title) ? title.text : title
  return typeof text === 'string' ? text : undefined
}
