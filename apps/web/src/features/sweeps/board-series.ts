import type { Axis } from './axes.ts'
import type { Cell } from './board-model.ts'

/**
 * The parameter that has a line per value in the plot. The color of a line also marks its jobs in the table and in the
 * results.
 */
export interface BoardSeries {
  axis: Axis | undefined
  /** The formatted values, in the order of their lines. */
  names: readonly string[]
}

/** Returns the series, with one line per value of the parameter. If there is no parameter, all cells share a line. */
export function seriesOf(cells: readonly Cell[], axis: Axis | undefined): BoardSeries {
  return { axis, names: [...new Set(cells.map((cell) => nameIn(axis, cell)))] }
}

/** Returns the name of the line that a cell belongs to. */
export function nameIn(axis: Axis | undefined, { parameters }: Cell): string {
  return axis?.words(parameters[axis.name]) ?? ''
}

/** Returns the color of a cell's line. Undefined if there is only one line, which needs no color. */
export function colorOfCell({ axis, names }: BoardSeries, cell: Cell): string | undefined {
  return axis && names.length > 1 ? colorOf(names.indexOf(nameIn(axis, cell))) : undefined
}

const COLORS = ['var(--accent)', 'var(--violet)', 'var(--success)', 'var(--warning)', 'var(--info)', 'var(--danger)']

/** Returns the color of a line by index. Colors repeat after six lines. */
export function colorOf(series: number): string | undefined {
  return COLORS[series % COLORS.length]
}
