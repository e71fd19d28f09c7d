import { describe, expect, it } from 'vitest'
import { fitZoom, showsPixels, ZOOM_MAX, ZOOM_MIN, zoomByWheel, zoomStep } from './zoom.ts'

describe('zoomStep', () => {
  it('goes to the next step from any size, and no further than the last', () => {
    expect(zoomStep(1, 1)).toBe(1.5)
    expect(zoomStep(1, -1)).toBe(0.67)
    expect(zoomStep(0.58, 1)).toBe(0.67)
    expect(zoomStep(ZOOM_MAX, 1)).toBe(ZOOM_MAX)
    expect(zoomStep(ZOOM_MIN, -1)).toBe(ZOOM_MIN)
  })

  it('does not enlarge a picture that was made to fit when it should become smaller', () => {
    expect(zoomStep(0.08, -1)).toBe(0.08)
    expect(zoomStep(0.08, 1)).toBe(0.25)
  })
})

describe('fitZoom', () => {
  it.each([
    ['a tiny picture, up to the limit', { width: 4, height: 3 }, 32],
    ['a small one, to whole pixels', { width: 300, height: 100 }, 2],
    ['one that almost fills the frame, not at all', { width: 500, height: 300 }, 1],
    ['a large one, down to the frame', { width: 1600, height: 300 }, 0.5],
  ])('scales %s', (_, picture, zoom) => {
    expect(fitZoom(picture, { width: 800, height: 600 })).toBe(zoom)
  })
})

it('scales a drawing to the frame, whatever its own size is', () => {
  expect(fitZoom({ width: 500, height: 300 }, { width: 800, height: 600 }, true)).toBe(1.6)
  expect(fitZoom({ width: 1600, height: 300 }, { width: 800, height: 600 }, true)).toBe(0.5)
})

describe('zoomByWheel', () => {
  it('enlarges upwards, returns on the way back, and stays within the limits', () => {
    expect(zoomByWheel(1, -10)).toBeGreaterThan(1)
    expect(zoomByWheel(zoomByWheel(1, -10), 10)).toBeCloseTo(1)
    expect(zoomByWheel(31, -1000)).toBe(ZOOM_MAX)
    expect(zoomByWheel(0.26, 1000)).toBe(ZOOM_MIN)
  })
})

describe('showsPixels', () => {
  it('is for enlarged pictures', () => {
    expect([1, 1.5, 2, 8].map(showsPixels)).toEqual([false, false, true, true])
  })
})
