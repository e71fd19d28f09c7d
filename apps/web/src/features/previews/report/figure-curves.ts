import { isRecord, keptPlaces, parse, tracesOf, valuesOf } from '../mini/figure-lines.ts'

export interface Curve {
  name: string | undefined
  /** In the unit of the axis; times in milliseconds since 1970. A `y` of `null` is a gap. */
  points: { x: number; y: number | null }[]
  /** Points without a line between them. */
  isScattered?: boolean
}

export interface FigureCurves {
  curves: Curve[]
  /** What `x` is. Names and missing values count as places from 0. */
  xKind: 'number' | 'time' | 'place'
  xTitle: string | undefined
  yTitle: string | undefined
}

/** The first curves of a Plotly figure, thinned, with what its axes say. */
export function figureCurves(text: string): FigureCurves {
  const traces = tracesOf(text)
  const figure = parse(text)
  const layout = isRecord(figure) && isRecord(figure.layout) ? figure.layout : {}
  // A value without its x makes places of all of them.
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
    curves: traces.map(({ name, x, y }) => {
      const values = valuesOf(y)
      const places = Array.isArray(x) ? (x as unknown[]) : []
      return {
        name: typeof name === 'string' ? name : undefined,
        points: keptPlaces(values).map((at) => ({ x: placeOf(places[at], at), y: values[at] ?? null })),
      }
    }),
    xKind,
    xTitle: titleOf(layout.xaxis),
    yTitle: titleOf(layout.yaxis),
  }
}

/** As Plotly reads them: a time without a zone is UTC. */
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
