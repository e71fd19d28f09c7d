import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatBytesOf,
  formatDuration,
  formatExact,
  formatLimit,
  formatMinute,
  formatMonth,
  formatTook,
  formatWhen,
  plural,
} from './format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('sizes', () => {
  it('are decimal, with the significant digits', () => {
    const sizes = [0, 999, 1000, 84_600, 48_200_000, 612_000_000, 999_600_000, 24.1e9]

    expect(sizes.map((size) => plain(formatBytes(size)))).toEqual([
      '0 B',
      '999 B',
      '1 KB',
      '84.6 KB',
      '48.2 MB',
      '612 MB',
      '1 GB',
      '24.1 GB',
    ])
  })

  it('are whole numbers for limits, and never more than the limit', () => {
    expect([10 * 2 ** 30, 100e9, 999_999_999, 2e6].map((limit) => plain(formatLimit(limit)))).toEqual([
      '10 GB',
      '100 GB',
      '999 MB',
      '2 MB',
    ])
  })

  it('have the same unit as the limit if possible', () => {
    expect(plain(formatBytesOf(41.2e9, 100e9))).toBe('41.2 of 100 GB')
    expect(plain(formatBytesOf(0, 20e9))).toBe('0 of 20 GB')
    expect(plain(formatBytesOf(3e6, 100e9))).toBe('3 MB of 100 GB')
  })
})

describe('durations', () => {
  it('name two units at most', () => {
    const durations = [0, 400, 8000, 59_600, 192_000, 3_840_000, 183_600_000]

    expect(durations.map((ms) => plain(formatDuration(ms)))).toEqual([
      '0 s',
      '0.4 s',
      '8 s',
      '1 min 00 s',
      '3 min 12 s',
      '1 h 04 min',
      '2 d 3 h',
    ])
  })

  it('are in milliseconds under a second, and in tenths under ten seconds, once finished', () => {
    expect([0.2, 20, 439.6, 999.6, 1440, 2000, 9940, 12_400].map((ms) => plain(formatTook(ms)))).toEqual([
      '1 ms',
      '20 ms',
      '440 ms',
      '1.0 s',
      '1.4 s',
      '2.0 s',
      '9.9 s',
      '12 s',
    ])
  })
})

describe('times', () => {
  const now = new Date(2024, 10, 20, 11, 30)
  const words = (...at: [number, number, number, number, number]) => plain(formatWhen(new Date(...at), now))

  it('are relative within the hour, then show the time of day, the weekday, the day, and the year', () => {
    expect(words(2024, 10, 20, 11, 30)).toBe('just now')
    expect(words(2024, 10, 20, 11, 26)).toBe('4 min ago')
    expect(words(2024, 10, 20, 9, 2)).toBe('09:02')
    expect(words(2024, 10, 18, 17, 40)).toBe('Mon, 17:40')
    expect(words(2024, 10, 4, 9, 31)).toBe('Nov 4, 09:31')
    expect(words(2023, 10, 4, 9, 31)).toBe('Nov 4, 2023')
  })

  it('in the future are shown with the day', () => {
    expect(words(2024, 10, 28, 9, 0)).toBe('Nov 28, 09:00')
  })
})

describe('exact times', () => {
  it('show the day, the second and the UTC offset', () => {
    const at = new Date(2026, 10, 20, 11, 2, 31)

    expect(formatExact(at)).toMatch(/^Friday, November 20, 2026 at 11:02:31 GMT([+−]\d+(:\d\d)?)?$/)
    expect(new Date(formatExact(at).replace(' at', '').replace('−', '-'))).toEqual(at)
    expect(formatMonth(at)).toBe('November 2026')
    expect(formatMinute(at)).toMatch(/^Nov 20, 2026 at 11:02 GMT([+−]\d+(:\d\d)?)?$/)
  })
})

describe('counts', () => {
  it('agree with their noun', () => {
    expect([plural(1, 'file'), plural(0, 'file'), plural(1284, 'job')]).toEqual(['1 file', '0 files', '1,284 jobs'])
    expect(plural(12_345_678, 'row')).toBe('12,345,678 rows')
  })
})
