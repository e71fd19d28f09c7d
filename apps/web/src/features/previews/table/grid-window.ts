import { formatCount } from '#lib/format.ts'

/*
 * Determines which rows and columns of a large table are in view. Browsers can't scroll beyond some ten million pixels,
 * so a taller table is scaled: the position of the scroll bar is then a fraction of all rows, while the wheel still
 * scrolls by single rows.
 */

export const ROW_HEIGHT = 28
const NUMBER_NARROWEST = 44
const NUMBER_PADDING = 24
export const TALLEST = 8_000_000
const OVERSCAN = 8
/**
 * Smaller overscan for scaled tables. The page scrolls these itself, so the browser never scrolls ahead of the
 * rendering, and further rows would only cost time.
 */
const OVERSCAN_SCALED = 2

/** The height of all rows in the scroll area. If `isScaled`, the height is less than the rows need. */
export interface RowSpace {
  height: number
  isScaled: boolean
}

/** Returns the height of the scroll area for this many rows, limited to what browsers can scroll. */
export function rowSpace(total: number, rowHeight = ROW_HEIGHT): RowSpace {
  const height = total * rowHeight
  return { height: Math.min(height, TALLEST), isScaled: height > TALLEST }
}

/** Returns the row (with fraction) at the top of a view, for a scroll position. */
export function firstRowAt(scrollTop: number, total: number, viewHeight: number, rowHeight = ROW_HEIGHT): number {
  const { height, isScaled } = rowSpace(total, rowHeight)
  if (!isScaled) return scrollTop / rowHeight
  const rowsInView = viewHeight / rowHeight
  return Math.min(1, scrollTop / Math.max(1, height - viewHeight)) * Math.max(0, total - rowsInView)
}

/** Returns the scroll position at which a row is at the top of the view. */
export function scrollTopFor(first: number, total: number, viewHeight: number, rowHeight = ROW_HEIGHT): number {
  const { height, isScaled } = rowSpace(total, rowHeight)
  if (!isScaled) return first * rowHeight
  return (first / Math.max(1, total - viewHeight / rowHeight)) * (height - viewHeight)
}

/** The rows to render, from `start` (inclusive) to `end` (exclusive). Sizes are in pixels. */
export interface RowWindow {
  start: number
  end: number
  /** Empty space above the rendered rows. The space below is `after`. */
  before: number
  after: number
}

/** Returns the rows to render, including some just outside the view, and the space that all others take. */
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

/**
 * The columns to render, from `start` (inclusive) to `end` (exclusive), and the space to the left and right of them, in
 * pixels.
 */
export interface ColumnWindow {
  start: number
  end: number
  before: number
  after: number
  /** Whether the columns are too wide for the view. */
  isWider: boolean
}

const ALL_COLUMNS_UP_TO = 30

/** Returns the columns to render. Tables with few columns are rendered in full. */
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

/**
 * Returns the first and last fully visible column, 1-based, or the column in the middle of the view if none is fully
 * visible. Undefined if all columns are visible.
 */
export function columnsInSight(
  widths: readonly number[],
  scrollLeft: number,
  room: number,
): { first: number; last: number } | undefined {
  if (sumOf(widths) <= room + 1) return undefined
  let right = 0
  const places = widths.map((width, at) => {
    right += width
    return { at: at + 1, right, isWhole: right - width >= scrollLeft - 1 && right <= scrollLeft + room + 1 }
  })
  const whole = places.filter(({ isWhole }) => isWhole)
  const middle = places.find((place) => place.right > scrollLeft + room / 2)
  return { first: (whole[0] ?? middle)?.at ?? 1, last: (whole.at(-1) ?? middle)?.at ?? 1 }
}

/** Less than a pixel per column is ignored. */
function roomBeside(widths: readonly number[], viewWidth: number): number {
  const room = viewWidth - sumOf(widths)
  return room > widths.length ? room : 0
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}

/** Maximum width added to a column, in pixels. With more, a value would be too far from its neighbor. */
const MOST_STRETCH = 180

/** Widens columns that don't fill the available width, up to a limit per column. */
export function stretched(widths: readonly number[], available: number): number[] {
  const sum = sumOf(widths)
  if (sum === 0 || sum >= available) return [...widths]
  const each = Math.min(MOST_STRETCH, Math.floor((available - sum) / widths.length))
  return widths.map((width) => width + each)
}

/** Returns the width of the row number column, which fits the largest number. */
export function numberWidth(totalRows: number): number {
  return Math.max(NUMBER_NARROWEST, Math.ceil(formatCount(totalRows).length * CHARACTER) + NUMBER_PADDING)
}

const NARROWEST = 92
const WIDEST = 320
const CHARACTER = 7.4
const CELL_PADDING = 28
/** Width in a column header besides the name: the kind, the filter button, and padding. */
const BESIDE_NAME = 65

/** Returns the widths that columns need for their names and the cells of the first rows, within limits. */
export function columnWidths(names: readonly string[], rows: readonly (readonly (string | null)[])[]): number[] {
  const sample = rows.slice(0, 50)
  return names.map((name, index) => {
    const longest = sample.reduce((most, row) => Math.max(most, row[index]?.length ?? 1), 0)
    const needed = Math.max(longest * CHARACTER + CELL_PADDING, name.length * CHARACTER + BESIDE_NAME)
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, needed)))
  })
}
