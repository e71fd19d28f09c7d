import type { Range } from './field-kind.ts'
import { stepped } from './number-text.ts'

/** The last position of a logarithmic slider. The first is 0. */
export const LOG_POSITIONS = 200

/** Converts a value to its position on a logarithmic slider. */
export function positionOf(value: number, { min = 1, max = min }: Range): number {
  const within = Math.min(max, Math.max(min, value))
  return Math.round((Math.log(within / min) / Math.log(max / min)) * LOG_POSITIONS)
}

/** Converts a position to a value, rounded to two significant digits and to a multiple of the step size. */
export function valueAtPosition(position: number, { min = 1, max = min, step }: Range): number {
  if (position <= 0) return min
  if (position >= LOG_POSITIONS) return max
  const exact = min * (max / min) ** (position / LOG_POSITIONS)
  const rounded = Number(exact.toPrecision(2))
  const onGrid = Number.isInteger(step) ? Math.round(rounded / step) * step : rounded
  return Math.min(max, Math.max(min, onGrid))
}

/**
 * Returns the value at a new slider position. If rounding would yield the old value again, returns the next value in
 * the direction of the move.
 */
export function movedTo(position: number, from: number, range: Range): number {
  const value = valueAtPosition(position, range)
  if (value !== from) return value
  const by = Math.sign(position - positionOf(from, range))
  return by === 0 ? from : stepped(from, by, range)
}
