import { describe, expect, it } from 'vitest'
import { LOG_POSITIONS, movedTo, positionOf, valueAtPosition } from './log-scale.ts'

const THRESHOLD = { min: 0.5, max: 100, step: 0.1 }
const ROWS = { min: 1, max: 1000, step: 1 }

describe('a logarithmic slider', () => {
  it('reaches both limits, and shows values with two digits between them', () => {
    expect(valueAtPosition(0, THRESHOLD)).toBe(0.5)
    expect(valueAtPosition(LOG_POSITIONS, THRESHOLD)).toBe(100)
    expect(valueAtPosition(LOG_POSITIONS / 2, THRESHOLD)).toBe(7.1)
    expect(valueAtPosition(LOG_POSITIONS / 2, ROWS)).toBe(32)
  })

  it('maps a value to a position and back to about the same value', () => {
    for (const value of [1, 4, 30, 250, 1000]) {
      expect(valueAtPosition(positionOf(value, ROWS), ROWS)).toBeCloseTo(value, -Math.floor(Math.log10(value)))
    }
    expect(positionOf(5000, ROWS)).toBe(LOG_POSITIONS)
  })

  it('moves with every key press, even where positions are closer together than values', () => {
    expect(movedTo(positionOf(1, ROWS) + 1, 1, ROWS)).toBe(2)
    expect(movedTo(positionOf(3, ROWS) - 1, 3, ROWS)).toBe(2)
  })
})
