import { formatCount } from '#lib/format.ts'

/*
 * Which rows and columns of a large table are in sight. Browsers cannot scroll further than some ten million pixels,
 * so a table that would be taller is scaled: the scroll bar then stands for a share of the rows, and the wheel still
 * moves by single rows.
 */

export const ROW_HEIGHT = 28
const NUMBER_NARROWEST = 44
const NUMBER_PADDING = 24
export const TALLEST = 8_000_000
const OVERSCAN = 8
/** A scaled table is moved by this page, not by the browser ahead of it, so more rows would only cost time. */
const OVERSCAN_SCALED = 2

/** The room that all rows of a table take, and whether it is less than they need. */
export interface RowSpace {
  /** Height of all rows in the scrolling area. */
  height: number
  isScaled: boolean
}

/** The height of the scrolling area for this many rows, limited to what browsers can scroll. */
export function rowSpace(total: number, rowHeight = ROW_HEIGHT): RowSpace {
  const height = total * rowHeight
  return { height: Math.min(height, TALLEST), isScaled: height > TALLEST }
}

/** The row (with fraction) at the top of a view that is scrolled so far. */
export function firstRowAt(scrollTop: number, total: number, viewHeight: number, rowHeight = ROW_HEIGHT): number {
  const { height, isScaled } = rowSpace(total, rowHeight)
  if (!isScaled) return scrollTop / rowHeight
  const rowsInView = viewHeight / rowHeight
  return Math.min(1, scrollTop / Math.max(1, height - viewHeight)) * Math.max(0, total - rowsInView)
}

/** How far a view is scrolled when a row is at its top. */
export function scrollTopFor(first: number, total: number, viewHeight: number, rowHeight = ROW_HEIGHT): number {
  const { height, isScaled } = rowSpace(total, rowHeight)
  if (!isScaled) return first * rowHeight
  return (first / Math.max(1, total - viewHeight / rowHeight)) * (height - viewHeight)
}

/** The rows to draw, from `start` to before `end`. Sizes are in pixels. */
export interface RowWindow {
  start: number
  end: number
  /** Empty space above and below the rows that are drawn. */
  before: number
  after: number
}

/** The rows to draw, some more than are in sight, and the space the others take. */
export function rowWindow(
  { first, scrollTop, height: viewHeight }: { first: number; scrollTop: number; height: number },
  total: number,
  rowHeight = ROW_HEIGHT,
): RowWindow {
  const { height, isScaled } = rowSpace(total, rowHeight)
  const overscan = isScaled ? OVERSCAN_SCALED : OVERSCAN
  const start = Math.max(0, Math.floor(first) - overscan)
  const end = Math.min(total, Math.ceil(first + viewHeight / rowHeight) + overscan)
  const before = isScaled ? Math.max(0, scrollTop - (first - start) * rowHeight) : start * rowHeight
  return { start, end, before, after: Math.max(0, height - before - (end - start) * rowHeight) }
}

/** The columns to draw, from `start` to before `end`, and the width of those on each side, in pixels. */
export interface ColumnWindow {
  start: number
  end: number
  before: number
  after: number
  /** The columns don't fit side by side. */
  isWider: boolean
}

const ALL_COLUMNS_UP_TO = 30

/** The columns to draw of a wide table. Narrow ones are drawn whole. */
export function columnWindow(widths: readonly number[], scrollLeft: number, viewWidth: number): ColumnWindow {
  const isWider = sumOf(widths) > viewWidth
  if (widths.length <= ALL_COLUMNS_UP_TO) {
    return { start: 0, end: widths.length, before: 0, after: roomBeside(widths, viewWidth), isWider }
  }
  let left = 0
  let start = -1
  let end = widths.length
  let before = 0
  let after = 0
  for (const [index, width] of widths.entries()) {
    if (start < 0 && left + width > scrollLeft - viewWidth / 2) {
      start = index
      before = left
    }
    if (left > scrollLeft + viewWidth * 1.5) {
      end = Math.min(end, index)
      after += width
    }
    left += width
  }
  return { start: Math.max(0, start), end, before, after, isWider }
}

/** The first and the last column that can be read, from 1; undefined while all of them can. */
export function columnsInSight(
  widths: readonly number[],
  scrollLeft: number,
  room: number,
): { first: number; last: number } | undefined {
  if (sumOf(widths) <= room + 1) return undefined
  let right = 0
  const places = widths.map((width, at) => {
    right += width
    return { at: at + 1, isWhole: right - width >= scrollLeft - 1 && right <= scrollLeft + room + 1 }
  })
  const whole = places.filter(({ isWhole }) => isWhole)
  return { first: whole[0]?.at ?? 1, last: whole.at(-1)?.at ?? 1 }
}

/** The space that few columns leave free at the right. Less than a pixel per column doesn’t count. */
function roomBeside(widths: readonly number[], viewWidth: number): number {
  const room = viewWidth - sumOf(widths)
  return room > widths.length ? room : 0
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}

/** Wider, a value would stand too far from the one beside it. */
const MOST_STRETCH = 180

/** Columns that would leave space at the right share it, up to a limit for each. */
export function stretched(widths: readonly number[], available: number): number[] {
  const sum = sumOf(widths)
  if (sum === 0 || sum >= available) return [...widths]
  const each = Math.min(MOST_STRETCH, Math.floor((available - sum) / widths.length))
  return widths.map((width) => width + each)
}

/** The width of the column of row numbers, which fits the largest. */
export function numberWidth(totalRows: number): number {
  return Math.max(NUMBER_NARROWEST, Math.ceil(formatCount(totalRows).length * CHARACTER) + NUMBER_PADDING)
}

const NARROWEST = 92
const WIDEST = 320
const CHARACTER = 7.4
const CELL_PADDING = 28
/** Beside the name of a column: its kind, the button of its filter, and padding. */
const BESIDE_NAME = 65

/** The widths of columns, by the content of the first rows. */
export function columnWidths(names: readonly string[], rows: readonly (readonly (string | null)[])[]): number[] {
  const sample = rows.slice(0, 50)
  return names.map((name, index) => {
    const longest = sample.reduce((most, row) => Math.max(most, row[index]?.length ?? 1), 0)
    const needed = Math.max(longest * CHARACTER + CELL_PADDING, name.length * CHARACTER + BESIDE_NAME)
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, needed)))
  })
}
