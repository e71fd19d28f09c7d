import type { Range } from './field-kind.ts'
import { stepped } from './number-text.ts'

/** Positions of a logarithmic slider run from 0 to this. */
export const LOG_POSITIONS = 200

/** The position of a value on a logarithmic slider. */
export function positionOf(value: number, { min = 1, max = min }: Range): number {
  const within = Math.min(max, Math.max(min, value))
  return Math.round((Math.log(within / min) / Math.log(max / min)) * LOG_POSITIONS)
}

/** The value at a position, with two significant digits and on the grid of the range. */
export function valueAtPosition(position: number, { min = 1, max = min, step }: Range): number {
  if (position <= 0) return min
  if (position >= LOG_POSITIONS) return max
  const exact = min * (max / min) ** (position / LOG_POSITIONS)
  const rounded = Number(exact.toPrecision(2))
  const onGrid = Number.isInteger(step) ? Math.round(rounded / step) * step : rounded
  return Math.min(max, Math.max(min, onGrid))
}

/** The value after a move from one position to another. A move that rounding would swallow goes to the next value. */
export function movedTo(position: number, from: number, range: Range): number {
  const value = valueAtPosition(position, range)
  if (value !== from) return value
  const by = Math.sign(position - positionOf(from, range))
  return by === 0 ? from : stepped(from, by, range)
}
