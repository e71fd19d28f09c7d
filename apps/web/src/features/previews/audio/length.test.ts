import { expect, it } from 'vitest'
import { lengthOf, lengthWords } from './length.ts'

it.each([
  [undefined, undefined, 'Loading…'],
  [undefined, 2, 'Loading…'],
  [12, undefined, '12\u00a0s'],
  [Number.POSITIVE_INFINITY, 7, '7\u00a0s'],
  [Number.NaN, undefined, 'Length unknown'],
  [Number.POSITIVE_INFINITY, undefined, 'Length unknown'],
])('the length of a recording of %s s, decoded %s s, is “%s”', (duration, decoded, words) => {
  expect(lengthWords(lengthOf(duration, decoded))).toBe(words)
})
