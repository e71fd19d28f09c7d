import { describe, expect, it } from 'vitest'
import { secondsOf } from './lifetime.ts'

describe('secondsOf', () => {
  it('is 0 for a key without an end, and days in seconds else', () => {
    expect(secondsOf('none', '')).toBe(0)
    expect(secondsOf('7', '')).toBe(604_800)
    expect(secondsOf('own', '14')).toBe(1_209_600)
  })

  it.each(['', '0', '-3', '1.5', 'soon', '3651'])('takes no "%s" as days', (days) => {
    expect(secondsOf('own', days)).toBeUndefined()
  })
})
