import { describe, expect, it } from 'vitest'
import { roughDuration, timeLeftMs, timeLeftText, usualDuration } from './time-left.ts'

describe('timeLeftMs', () => {
  it('follows the pace of the job', () => {
    expect(timeLeftMs(30_000, 0.25)).toBe(90_000)
  })

  it('says nothing without progress, at the very start and at the end', () => {
    expect([timeLeftMs(30_000, null), timeLeftMs(30_000, 0.01), timeLeftMs(500, 0.5), timeLeftMs(30_000, 1)]).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('roughDuration', () => {
  it('becomes coarser as the duration grows', () => {
    const words = [300, 8_400, 43_000, 130_000, 3_900_000].map((ms) => roughDuration(ms).replaceAll('\u{a0}', ' '))

    expect(words).toEqual(['1 s', '8 s', '40 s', '2 min', '1 h 05 min'])
  })

  it('is in minutes from one minute up to an hour', () => {
    const words = [54_999, 55_000, 89_000, 90_000, 3_569_000, 3_580_000].map((ms) =>
      roughDuration(ms).replaceAll('\u{a0}', ' '),
    )

    expect(words).toEqual(['50 s', '1 min', '1 min', '2 min', '59 min', '1 h 00 min'])
  })

  it('is used in the text for the time left', () => {
    expect(timeLeftText(43_000)).toBe('40\u{a0}s left')
  })
})

describe('usualDuration', () => {
  const estimate = { lowMs: 2_000, highMs: 130_000, memoryBytes: undefined, runs: 5 }

  it('is the range of earlier jobs, until the job takes longer', () => {
    expect(usualDuration(1_000, estimate)?.replaceAll('\u{a0}', ' ')).toBe('2 s to 2 min')
    expect(usualDuration(131_000, estimate)).toBeUndefined()
    expect(usualDuration(1_000, undefined)).toBeUndefined()
  })
})
