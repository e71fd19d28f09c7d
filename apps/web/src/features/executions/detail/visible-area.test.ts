import { expect, it } from 'vitest'
import { isSeen, visibleAreaAt } from './visible-area.ts'

const FRAME = { width: 400, height: 200 }

it('covers the frame and a quarter around it, wherever it is scrolled to', () => {
  expect(visibleAreaAt({ x: 0, y: 0 }, FRAME, 1)).toEqual({ left: -100, right: 600, top: -50, bottom: 300 })
  for (let x = 0; x <= 1000; x += 7) {
    const { left, right } = visibleAreaAt({ x, y: 0 }, FRAME, 1)
    expect([left <= x - 100, right >= x + FRAME.width + 100]).toEqual([true, true])
  }
})

it('is the same until the frame has moved by a quarter', () => {
  expect(visibleAreaAt({ x: 199, y: 49 }, FRAME, 1)).toEqual(visibleAreaAt({ x: 100, y: 0 }, FRAME, 1))
})

it('covers more of a drawing that is scaled down', () => {
  expect(visibleAreaAt({ x: 0, y: 0 }, FRAME, 0.5)).toMatchObject({ right: 1200, bottom: 600 })
})

it('shows boxes that it touches, and lines that cross it', () => {
  const area = { left: 0, top: 0, right: 100, bottom: 100 }

  expect(isSeen(area, { x: 90, y: 90 }, { x: 300, y: 120 })).toBe(true)
  expect(isSeen(area, { x: -50, y: 50 }, { x: 300, y: 60 })).toBe(true)
  expect(isSeen(area, { x: 300, y: 60 }, { x: -50, y: 50 })).toBe(true)
  expect(isSeen(area, { x: 101, y: 0 }, { x: 200, y: 50 })).toBe(false)
  expect(isSeen(area, { x: 0, y: -80 }, { x: 50, y: -1 })).toBe(false)
})
