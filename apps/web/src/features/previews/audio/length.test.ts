import { expect, it } from 'vitest'
import { lengthOf } from './length.ts'

it.each([
  [undefined, undefined, undefined],
  [undefined, 2, undefined],
  [12, undefined, 12],
  [Number.POSITIVE_INFINITY, 7, 7],
  [Number.NaN, undefined, null],
  [Number.POSITIVE_INFINITY, undefined, null],
])('the length of a recording of %s s, decoded %s s, is %s', (duration, decoded, length) => {
  expect(lengthOf(duration, decoded)).toBe(length)
})
