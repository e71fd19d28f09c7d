const MOST_LINES = 8
const MOST_POINTS = 160

/** The first curves of a Plotly figure, thinned; nothing for figures without numbers to join. */
export function figureLines(text: string): number[][] {
  const figure = parse(text)
  const data = Array.isArray(figure) ? figure : isRecord(figure) && Array.isArray(figure.data) ? figure.data : []
  return data
    .flatMap((trace: unknown) => (isRecord(trace) && isCurve(trace) ? [numbers(trace.y)] : []))
    .filter((values) => values.length > 1)
    .slice(0, MOST_LINES)
    .map(thinned)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCurve({ type, y }: Record<string, unknown>): boolean {
  return Array.isArray(y) && ['scatter', 'scattergl', 'bar', undefined].includes(type as string | undefined)
}

function numbers(values: unknown): number[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'number' && Number.isFinite(value)) : []
}

function thinned(values: number[]): number[] {
  const step = Math.max(1, Math.ceil(values.length / MOST_POINTS))
  return values.filter((_, at) => at % step === 0)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
