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

  it('never zooms in on a picture that was scaled to fit when zooming out', () => {
    expect(zoomStep(0.08, -1)).toBe(0.08)
    expect(zoomStep(0.08, 1)).toBe(0.25)
    expect(zoomStep(200, 1)).toBe(200)
    expect(zoomStep(200, -1)).toBe(32)
  })
})

describe('fitZoom', () => {
  it.each([
    ['a small picture up to the frame', { width: 500, height: 300 }, 1.6],
    ['a large one down to the frame', { width: 1600, height: 300 }, 0.5],
    ['a picture of a few pixels up to the highest factor', { width: 4, height: 3 }, 16],
  ])('scales %s', (_, picture, zoom) => {
    expect(fitZoom(picture, { width: 800, height: 600 })).toBe(zoom)
  })
})

describe('zoomByWheel', () => {
  it('enlarges when scrolling up, returns on the way back, and stays within the limits', () => {
    expect(zoomByWheel(1, -10)).toBeGreaterThan(1)
    expect(zoomByWheel(zoomByWheel(1, -10), 10)).toBeCloseTo(1)
    expect(zoomByWheel(31, -1000)).toBe(ZOOM_MAX)
    expect(zoomByWheel(0.26, 1000)).toBe(ZOOM_MIN)
  })
})

describe('showsPixels', () => {
  it('is true for pictures enlarged by a whole factor, or by so much that the difference is invisible', () => {
    expect([0.5, 1, 1.5, 2, 3.3, 4.5].map(showsPixels)).toEqual([false, false, false, true, false, true])
  })
})
