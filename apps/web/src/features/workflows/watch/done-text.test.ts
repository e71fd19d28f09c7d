import { expect, it } from 'vitest'
import { doneText } from './done-text.ts'

it('counts failed and skipped steps separately from completed ones', () => {
  expect(doneText({ Completed: 3, Running: 1 })).toBe('3 of 4 steps done')
  expect(doneText({ Completed: 1, Failed: 1, Skipped: 2 })).toBe('1 of 4 steps done, 1 failed, 2 skipped')
  expect(doneText({ Completed: 1 })).toBe('1 of 1 step done')
})
