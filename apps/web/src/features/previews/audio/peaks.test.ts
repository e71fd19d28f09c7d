import { describe, expect, it } from 'vitest'
import { peaksOf } from './peaks.ts'

describe('peaksOf', () => {
  it('finds the largest deviation in each part, in either direction', () => {
    expect(peaksOf(Float32Array.from([0, 0.5, -0.75, 0.25, 0, 0]), 3)).toEqual([0.5, 0.75, 0])
  })

  it('has no more parts than there are samples, and clips what is too loud', () => {
    expect(peaksOf(Float32Array.from([2, -0.5]), 100)).toEqual([1, 0.5])
    expect(peaksOf(new Float32Array(), 100)).toEqual([])
  })
})
