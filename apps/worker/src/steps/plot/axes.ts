import { StepError } from '@millrace/worker-sdk'
import { type Axis, drawnTime, type Layout } from './figure.ts'
import type { PlotParameters } from './plot-parameters.ts'

/** Returns the layout with the axis titles, limits and scales that the user chose. */
export function withAxes(layout: Layout, parameters: PlotParameters): Layout {
  const { x_title, y_title, y2_title, log_x, log_y } = parameters
  const { yaxis2 } = layout
  const xaxis = log_x ? logarithmic(layout.xaxis) : layout.xaxis
  const yaxis: Axis = log_y ? { ...layout.yaxis, type: 'log' } : layout.yaxis
  return {
    ...layout,
    xaxis: { ...titled(xaxis, x_title), ...xRange(xaxis, parameters) },
    yaxis: { ...titled(yaxis, y_title), ...yRange(parameters) },
    ...(yaxis2 && { yaxis2: titled(yaxis2, y2_title) }),
  }
}

function logarithmic(axis: Axis): Axis {
  if (axis.type === 'linear') return { ...axis, type: 'log' }
  throw new StepError('A logarithmic X axis needs a numeric column as X.', { parameter: { name: 'log_x' } })
}

function titled(axis: Axis, title: string | null | undefined): Axis {
  return title ? { ...axis, title: { text: title } } : axis
}

function yRange({ y_min, y_max, log_y }: PlotParameters): Pick<Axis, 'range'> {
  const limits = [y_min ?? null, y_max ?? null] as const
  if (limits.every((limit) => limit === null)) return {}
  requirePositive(log_y ? 'log' : undefined, limits, ['y_min', 'y_max'])
  requireOrder(limits, 'y_max', 'Y')
  const [low, high] = log_y ? limits.map((limit) => (limit === null ? null : Math.log10(limit))) : limits
  return { range: [low ?? null, high ?? null] }
}

function requirePositive(
  type: Axis['type'],
  limits: readonly (number | null)[],
  names: readonly [string, string],
): void {
  const wrong = type === 'log' ? limits.findIndex((limit) => limit !== null && limit <= 0) : -1
  if (wrong < 0) return
  const axis = names[0].startsWith('x') ? 'X' : 'Y'
  throw new StepError(`A logarithmic ${axis} axis can’t show 0 or negative values. Enter a positive limit.`, {
    parameter: { name: names[wrong] ?? names[0] },
  })
}

function xRange({ type }: Axis, { x_min, x_max }: PlotParameters): Pick<Axis, 'range'> {
  if (type === 'category' || (!x_min && !x_max)) return {}
  const read = type === 'date' ? timeOf : numberOf
  const limits = [x_min ? read(x_min, 'x_min') : null, x_max ? read(x_max, 'x_max') : null] as const
  requirePositive(type, limits, ['x_min', 'x_max'])
  requireOrder(limits, 'x_max', 'X')
  if (type === 'log') {
    const [from, to] = limits.map((limit) => (limit === null ? null : Math.log10(limit)))
    return { range: [from ?? null, to ?? null] }
  }
  const [low, high] = type === 'date' ? limits.map((limit) => (limit === null ? null : drawnTime(limit))) : limits
  return { range: [low ?? null, high ?? null] }
}

function requireOrder([low, high]: readonly (number | null)[], name: string, axis: string): void {
  if (low == null || high == null || low < high) return
  throw new StepError(`“${axis} from” must be lower than “${axis} to”.`, { parameter: { name } })
}

function numberOf(text: string, name: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new StepError(`“${text}” is not a number. The X axis of this chart has numbers.`, { parameter: { name } })
}

/** Parses a time as UTC, like times in the table. Returns milliseconds since 1970. */
function timeOf(text: string, name: string): number {
  const [, day, time = '00:00'] =
    /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text.trim()) ?? []
  const value = day === undefined ? Number.NaN : Date.parse(`${fullDay(day)}T${time}Z`)
  if (!Number.isNaN(value)) return value
  throw new StepError(`“${text}” is not a time. Write it as 2024-11-20 or 2024-11-20 09:30.`, { parameter: { name } })
}

/** Completes a date: `2024` → `2024-01-01`. */
function fullDay(day: string): string {
  return `${day}-01-01`.slice(0, Math.max(10, day.length)).slice(0, 10)
}
