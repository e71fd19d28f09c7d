import { count, plural } from '@millrace/tables/sentences'
import type { Trace } from './figure.ts'
import type { PlotParameters } from './plot-parameters.ts'

/** The number of marks that a logarithmic axis can’t show, and the number of all marks. */
export interface LeftOut {
  /** Number of points and bars that are missing, and of boxes that are missing or drawn only in part. */
  marks: number
  of: number
}

/**
 * Counts the marks of a chart, and those with values of 0 or below on a logarithmic axis. Both counts are 0 for
 * heatmaps and scatter matrices.
 */
export function leftOutOfLogAxes(
  traces: readonly Trace[],
  { kind, log_x, log_y }: { kind: string } & Pick<PlotParameters, 'log_x' | 'log_y'>,
): LeftOut {
  const found: LeftOut = { marks: 0, of: 0 }
  if (kind === 'heatmap' || kind === 'matrix') return found
  for (const trace of traces) {
    // The Y axis of a histogram shows counts, and an axis on the right is always linear.
    const onLogY = log_y && kind !== 'histogram' && trace.yaxis !== 'y2'
    const marks = trace.q1?.length ?? Math.max(trace.x?.length ?? 0, trace.y?.length ?? 0)
    for (let at = 0; at < marks; at++) {
      found.of++
      const isLeftOut = (log_x && isBelow(trace.x?.[at])) || (onLogY && valuesOf(trace, at).some(isBelow))
      if (isLeftOut) found.marks++
    }
  }
  return found
}

/** Returns the note about marks that a logarithmic axis can't show. `kind` is the kind of chart. */
export function logAxisNote({ marks, of }: LeftOut, kind: string): string {
  const [noun, many] = kind === 'box' ? ['box', 'boxes'] : [kind === 'bar' || kind === 'histogram' ? 'bar' : 'point']
  const shown = `${count(marks)} of ${plural(of, noun ?? 'point', many)} ${marks === 1 ? 'is' : 'are'}`
  return `A logarithmic axis can’t show 0 or negative values, so ${shown} not drawn, or only in part.`
}

function valuesOf({ q1, lowerfence, y }: Trace, at: number): unknown[] {
  const value = y?.[at]
  return q1 ? [q1[at], lowerfence?.[at], ...(Array.isArray(value) ? value : [])] : [value]
}

function isBelow(value: unknown): boolean {
  return typeof value === 'number' && value <= 0
}
