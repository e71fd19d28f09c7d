import { describe, expect, it } from 'vitest'
import { ticksOver } from './axis-ticks.ts'

describe('the ticks of a plot', () => {
  it('of counts are whole numbers', () => {
    expect(ticksOver([0, 1])).toEqual([0, 1])
    expect(ticksOver([0, 7])).toEqual([0, 2, 4, 6, 8])
    expect(ticksOver([300, 300])).toEqual([299, 300, 301])
    expect(ticksOver([0])).toEqual([0, 1])
  })

  it('of other numbers are round and enclose the values', () => {
    expect(ticksOver([0.13, 0.92])).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(ticksOver([-1.5, 1.5])).toEqual([-2, -1, 0, 1, 2])
    expect(ticksOver([0.5, 0.5])).toEqual([0.44, 0.46, 0.48, 0.5, 0.52, 0.54, 0.56])
  })
})
