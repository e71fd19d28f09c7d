import { describe, expect, it } from 'vitest'
import { radiiOf } from './plot-scale.ts'

describe('marks of several series', () => {
  it('at the same point are rings around the last one, so that all are visible at their exact position', () => {
    const radii = radiiOf([[{ x: 1, y: 0 }], [{ x: 1, y: 0 }], [{ x: 1, y: 5 }], [{ x: 1, y: 0 }]])

    expect(radii).toEqual([[9.5], [6.5], [3.5], [3.5]])
  })
})
