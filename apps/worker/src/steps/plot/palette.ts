import type { Figure, Trace } from './figure.ts'

/** Distinguishable colors with a contrast of at least 3 on light and dark backgrounds. */
const COLORS = [
  '#3b82f6',
  '#d97706',
  '#059669',
  '#ef4444',
  '#8b5cf6',
  '#0891b2',
  '#ec4899',
  '#65a30d',
  '#a16207',
  '#64748b',
]
/** Opacity of overlapping areas, as a hexadecimal suffix of a color. */
const SHEER = '33'

/** Returns the color of the series with this 0-based position. Colors repeat. */
export function colorAt(at: number): string {
  return COLORS[at % COLORS.length] ?? '#3b82f6'
}

/** Sets the colors of traces. A single trace gets none and is drawn in the color of the page that shows it. */
export function withColors({ data, layout }: Figure): Figure {
  return data.length < 2 ? { data, layout } : { data: data.map((trace, at) => colored(trace, at)), layout }
}

/** Sets the color of a trace. If the color was already used, lines are dotted and points are squares. */
export function colored(trace: Trace, at: number): Trace {
  const color = colorAt(at)
  const isRepeated = at >= COLORS.length
  if (trace.type === 'box') return { ...trace, line: { color } }
  if (trace.type === 'bar') {
    const { opacity, ...bar } = trace
    return {
      ...bar,
      marker: opacity === undefined ? { color } : { color: `${color}${SHEER}`, line: { color, width: 1.5 } },
    }
  }
  const marker = { ...(isRepeated && { symbol: 'square' as const }), ...trace.marker, color }
  if (trace.mode === 'markers') return { ...trace, marker }
  return { ...trace, marker, line: { ...(isRepeated && { dash: 'dot' as const }), ...trace.line, color } }
}
