import { describe, expect, it } from 'vitest'
import { readNumber, stepped } from './number-text.ts'

describe('readNumber', () => {
  it('takes a decimal point or comma and spaces between thousands', () => {
    expect(readNumber(' 2.5 ')).toBe(2.5)
    expect(readNumber('2,5')).toBe(2.5)
    expect(readNumber('1 000 000')).toBe(1_000_000)
    expect(readNumber('1e3')).toBe(1000)
  })

  it('keeps text that isn’t a number, so that the error can quote it', () => {
    expect(readNumber('many')).toBe('many')
    expect(readNumber('')).toBeUndefined()
  })
})

describe('stepped', () => {
  const limits = { min: 1, max: 6, step: 0.1 }

  it('moves by the step without rounding errors', () => {
    expect(stepped(2.1, 1, limits)).toBe(2.2)
    expect(stepped(2.25, -10, limits)).toBe(1.25)
  })

  it('stops at the limits', () => {
    expect(stepped(5.95, 10, limits)).toBe(6)
    expect(stepped(1, -1, limits)).toBe(1)
  })
})
