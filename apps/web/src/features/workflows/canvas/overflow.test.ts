import { expect, it } from 'vitest'
import { overflowOf } from './overflow.ts'

const window = { start: 100, end: 500 }

it.each([
  ['inside', { start: 100, end: 500 }, 0],
  ['before the start', { start: 80, end: 200 }, -20],
  ['beyond the end', { start: 450, end: 530 }, 30],
  ['larger than the window', { start: 150, end: 900 }, 50],
  ['beyond both ends', { start: 50, end: 900 }, -50],
])('returns how far something extends beyond the visible area: %s', (_what, it, by) => {
  expect(overflowOf(it, window)).toBe(by)
})
