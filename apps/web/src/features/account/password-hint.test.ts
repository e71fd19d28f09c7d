import { describe, expect, it } from 'vitest'
import { passwordHint } from './password-hint.ts'

describe('the hint for a new password', () => {
  it('counts down to the minimum length', () => {
    expect(passwordHint('', 12)).toBe('At least 12 characters. A few unrelated words work well.')
    expect(passwordHint('river', 12)).toBe('7 more characters needed.')
    expect(passwordHint('river stone', 12)).toBe('1 more character needed.')
  })

  it('names what is easy to guess', () => {
    expect(passwordHint('aaaaaaaaaaaa', 12)).toBe('Easy to guess: it repeats a pattern.')
    expect(passwordHint('abcabcabcabc', 12)).toBe('Easy to guess: it repeats a pattern.')
    expect(passwordHint('lindqvist 2024', 12, ['Mara Lindqvist', 'm@x.org'])).toContain('it contains your name')
  })

  it('praises length', () => {
    expect(passwordHint('river stone 4', 12)).toBe('Good. Longer is stronger.')
    expect(passwordHint('river stone lamp 42', 12)).toBe('Strong.')
  })
})
