import { expect, it } from 'vitest'
import { clockText } from './clock-text.ts'

it('writes a time within a recording as players do', () => {
  expect([0, 4.9, 64, 3604].map((seconds) => clockText(seconds))).toEqual(['0:00', '0:04', '1:04', '1:00:04'])
  expect([0, 0.6, 4.96].map((seconds) => clockText(seconds, true))).toEqual(['0:00.0', '0:00.6', '0:04.9'])
})
