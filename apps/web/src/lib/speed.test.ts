import { describe, expect, it } from 'vitest'
import { createSpeed } from './speed.ts'

describe('upload speed', () => {
  it('is measured over the last seconds, not over the whole upload', () => {
    let now = 0
    const speed = createSpeed(() => now)
    const after = (ms: number, bytes: number) => {
      now += ms
      return Math.round(speed.at(bytes))
    }

    speed.at(0)
    expect(after(1000, 1000)).toBe(1000)
    expect(after(1000, 2000)).toBe(1000)
    after(4000, 10_000)
    expect(after(1000, 20_000)).toBe(10_000)
  })

  it('does not count what was sent before the upload continued', () => {
    let now = 0
    const speed = createSpeed(() => now)

    expect(speed.at(600_000)).toBe(0)
    now += 1000
    expect(speed.at(601_000)).toBe(1000)
  })
})
