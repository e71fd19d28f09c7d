import { describe, expect, it } from 'vitest'
import { numberTexts, ticksOver } from './axis-ticks.ts'

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

describe('the texts of numbers', () => {
  it.each([
    [0.02, 2_460_000.52, '2,460,000.52'],
    [2, 12_345_678, '12,345,678'],
    [0.5, 30, '30'],
    [2e-7, 1.4e-6, '0.0000014'],
    [1e-12, 3e-12, '3.00e-12'],
    [0, 1.25, '1.25'],
    [1e300, 2e300, '2.00e+300'],
  ])('that differ by %d have enough digits to be distinguished: %d', (step, value, text) => {
    expect(numberTexts(step)(value)).toBe(text)
  })
})
