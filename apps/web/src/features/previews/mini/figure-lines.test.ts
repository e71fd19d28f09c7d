import { describe, expect, it } from 'vitest'
import { figureLines, pathOf } from './figure-lines.ts'

const figure = (y: unknown[]) => JSON.stringify({ data: [{ type: 'scatter', y }] })
const flat = Array.from({ length: 5000 }, () => 1)

describe('the curves of a figure', () => {
  it('keep an outlier when they are thinned', () => {
    const [line = []] = figureLines(figure(flat.with(1234, 1000).with(3456, -7)))

    expect(line.length).toBeLessThan(500)
    expect(line.filter((value) => value !== 1)).toEqual([1000, -7])
  })

  it('keep a gap, and join values that single missing ones separate', () => {
    const [wide = []] = figureLines(figure(flat.map((value, at) => (at >= 2000 && at < 2100 ? null : value))))
    const [single = []] = figureLines(figure(flat.map((value, at) => (at % 2 === 0 ? null : value))))

    expect(wide).toContain(null)
    expect(single).not.toContain(null)
  })

  it('need two numbers', () => {
    expect(figureLines(figure([1, null, 'a']))).toEqual([])
    expect(figureLines('no JSON')).toEqual([])
  })

  it('are drawn with a break at each gap, and with a dot between two', () => {
    expect(pathOf([1, 2, null, 3, null, 4], 5, (value) => value)).toBe('M0,1h0L1,2M3,3h0M5,4h0')
  })
})
