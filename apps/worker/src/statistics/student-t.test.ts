import { describe, expect, it } from 'vitest'
import { criticalT, twoSidedP } from './student-t.ts'

describe('Student’s t', () => {
  it.each([
    [0.05, 1, 12.7062],
    [0.05, 10, 2.22814],
    [0.01, 30, 2.75],
    [0.05, 1e6, 1.95997],
  ])('exceeds its critical value with probability %d at %d degrees of freedom', (p, freedom, t) => {
    expect(criticalT(p, freedom)).toBeCloseTo(t, 4)
    expect(twoSidedP(t, freedom)).toBeCloseTo(p, 5)
  })
})
