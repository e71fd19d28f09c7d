import { describe, expect, it } from 'vitest'
import { offsetsOf } from './plot-scale.ts'

describe('marks of several series', () => {
  it('at one place stand next to each other, so that all are seen', () => {
    const offsets = offsetsOf([[{ x: 1, y: 0 }], [{ x: 1, y: 0 }], [{ x: 1, y: 5 }]])

    expect(offsets).toEqual([[-3.5], [3.5], [0]])
  })
})
