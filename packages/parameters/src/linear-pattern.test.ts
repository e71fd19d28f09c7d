import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Budget } from './budget.ts'
import { linearPattern } from './linear-pattern.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\d',
  '[ab]',
  '[^a]',
  '\\w',
  '\\b',

  '^',
  '$',
  '\\u0061',
  '\\p{L}',
  'é',
)
const count = fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0,2}', '{0}')
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie('pattern'), count).map(([repeated, times]) => `(?:${repeated})${times}`),
  ),
}))
const text = fc
  .array(fc.constantFrom('a', 'b', '1', ' ', 'é', '😀', '\n'), { maxLength: 8 })
  .map((parts) => parts.join(''))

describe('a pattern', () => {
  it('matches exactly what JavaScript matches', () => {
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(linearPattern(source)(subject, new Budget())).toBe(new RegExp(source, 'u').test(subject))
      }),
      { numRuns: 3_000 },
    )
  })
  it('asserts word boundaries', () => {
    expect(linearPattern('^a\\Bb\\b$')('ab', new Budget())).toBe(true)
    expect(linearPattern('a\\Bb')('a b', new Budget())).toBe(false)
  })
})
