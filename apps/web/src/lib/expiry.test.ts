import { describe, expect, it } from 'vitest'
import { expiryOf } from './expiry.ts'

const now = new Date('2026-11-20T12:00:00Z')
const after = (hours: number) => expiryOf(new Date(now.getTime() + hours * 3_600_000).toISOString(), now)

describe('expiryOf', () => {
  it('says “never” for a key that does not expire', () => {
    expect(expiryOf(null, now)).toEqual({ words: 'never', urgency: 'none' })
  })

  it('counts days, and calls less than a week “soon”', () => {
    expect(after(28 * 24)).toEqual({ words: 'in 28 days', urgency: 'later' })
    expect(after(7 * 24 - 0.01)).toEqual({ words: 'in 7 days', urgency: 'later' })
    expect(after(6 * 24)).toEqual({ words: 'in 6 days', urgency: 'soon' })
    expect(after(25)).toEqual({ words: 'in 1 day', urgency: 'soon' })
  })

  it('counts hours on the last day', () => {
    expect(after(5)).toEqual({ words: 'in 5 hours', urgency: 'soon' })
    expect(after(0.5)).toEqual({ words: 'in less than an hour', urgency: 'soon' })
  })

  it('says when a key has expired', () => {
    expect(after(0).urgency).toBe('over')
    expect(after(-0.5)).toEqual({ words: 'expired 30\u00a0min ago', urgency: 'over' })
  })
})
