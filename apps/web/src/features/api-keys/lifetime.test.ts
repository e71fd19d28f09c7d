import { describe, expect, it } from 'vitest'
import { secondsOf } from './lifetime.ts'

describe('secondsOf', () => {
  it('is 0 for a key that does not expire, and otherwise the number of days in seconds', () => {
    expect(secondsOf('none', '')).toBe(0)
    expect(secondsOf('7', '')).toBe(604_800)
    expect(secondsOf('own', '14')).toBe(1_209_600)
  })

  it.each(['', '0', '-3', '1.5', 'soon', '3651'])('does not accept "%s" as a number of days', (days) => {
    expect(secondsOf('own', days)).toBeUndefined()
  })
})
