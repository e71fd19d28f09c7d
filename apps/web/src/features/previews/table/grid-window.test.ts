import { describe, expect, it } from 'vitest'
import {
  columnsInSight,
  columnWindow,
  firstRowAt,
  numberWidth,
  ROW_HEIGHT,
  rowSpace,
  rowWindow,
  scrollTopFor,
  stretched,
  TALLEST,
} from './grid-window.ts'

const VIEW = 500

describe('the visible rows', () => {
  it('of a table that fits into the scroll area are at their own position', () => {
    const top = 1000 * ROW_HEIGHT

    const window = rowWindow({ first: firstRowAt(top, 5000, VIEW), scrollTop: top, height: VIEW }, 5000)

    expect(window.start).toBeLessThanOrEqual(1000)
    expect(window.end).toBeGreaterThanOrEqual(1000 + Math.ceil(VIEW / ROW_HEIGHT))
    expect(window.before).toBe(window.start * ROW_HEIGHT)
    expect(window.before + (window.end - window.start) * ROW_HEIGHT + window.after).toBe(5000 * ROW_HEIGHT)
  })

  it.each([0, 1, 2_500_000, 4_999_982])('of five million start with row %i after scrolling to it', (row) => {
    const top = scrollTopFor(row, 5_000_000, VIEW)

    expect(firstRowAt(top, 5_000_000, VIEW)).toBeCloseTo(row, 3)
    expect(top).toBeLessThanOrEqual(TALLEST)
  })

  it('of a scaled table end with the last row at the end of the scroll bar', () => {
    const total = 5_000_000
    const end = rowSpace(total).height - VIEW

    const window = rowWindow({ first: firstRowAt(end, total, VIEW), scrollTop: end, height: VIEW }, total)

    expect(window.end).toBe(total)
    expect(window.after).toBeLessThan(1)
  })
})

describe('the visible columns', () => {
  it('are all of a narrow table', () => {
    expect(columnWindow(Array(20).fill(100), 0, 800)).toEqual({ start: 0, end: 20, before: 0, after: 0, isWider: true })
  })

  it('of few columns are not stretched over the whole width', () => {
    const widths = stretched([140, 160], 800)

    expect(widths).toEqual([320, 340])
    expect(columnWindow(widths, 0, 800)).toEqual({ start: 0, end: 2, before: 0, after: 140, isWider: false })
    expect(stretched([250, 251, 250], 800)).toEqual([266, 267, 266])
    expect(columnWindow([266, 267, 266], 0, 800).after).toBe(0)
  })

  it('of a wide table are those around the view, and the widths add up', () => {
    const widths = Array(200).fill(100)

    const { start, end, before, after } = columnWindow(widths, 5000, 800)

    expect(start).toBeLessThanOrEqual(50)
    expect(end).toBeGreaterThanOrEqual(58)
    expect(end - start).toBeLessThan(30)
    expect(before + (end - start) * 100 + after).toBe(20_000)
  })
})

describe('the column of row numbers', () => {
  it('has room for the largest number', () => {
    const room = (total: number) => numberWidth(total) / new Intl.NumberFormat('en-US').format(total).length

    for (const total of [9, 1000, 1_234_567, 98_765_432]) expect(room(total)).toBeGreaterThan(7)
  })
})

describe('columnsInSight', () => {
  it('returns which columns are visible, unless all are', () => {
    expect(columnsInSight([100, 100, 100], 0, 300)).toBeUndefined()
    expect(columnsInSight([100, 100, 100], 0, 250)).toEqual({ first: 1, last: 2 })
    expect(columnsInSight([100, 100, 100], 50, 250)).toEqual({ first: 2, last: 3 })
    expect(columnsInSight([400, 100], 0, 250)).toEqual({ first: 1, last: 1 })
    expect(columnsInSight([320, 320, 320, 320], 500, 346)).toEqual({ first: 3, last: 3 })
  })
})
