import { expect, it } from 'vitest'
import { mathLetters } from './math-letters.ts'

it.each([
  ['RNZ', 'double-struck', 'ℝℕℤ'],
  ['A1', 'double-struck', '𝔸𝟙'],
  ['Lo', 'script', 'ℒℴ'],
  ['gz', 'fraktur', '𝔤𝔷'],
  ['v2', 'bold', '𝐯𝟐'],
  ['x1', 'bold-italic', '𝒙1'],
  ['α', 'bold', 'α'],
] as const)('%s in %s is %s', (text, variant, letters) => {
  expect(mathLetters(text, variant)).toBe(letters)
})

it('letters of other alphabets are left to the browser', () => {
  expect(mathLetters('R', 'normal')).toBeUndefined()
})
