import { isOutOfMemory } from '@millrace/contracts/texts'
import { expect, it } from 'vitest'
import { exitMessage } from './exit-message.ts'
import * as limits from './step-limits.ts'

it('the page of a job recognizes the messages about memory', () => {
  const exit = { exitCode: null, signalCode: 'SIGKILL' } as const
  expect(isOutOfMemory(exitMessage(exit, []))).toBe(true)
  expect(isOutOfMemory(exitMessage(exit, ['FATAL ERROR: JavaScript heap out of memory']))).toBe(true)
  expect(isOutOfMemory(limits.memoryLimitMessage({ ...limits.limitsFrom({}), memoryBytes: 1e9 }))).toBe(true)
  expect(isOutOfMemory('Column `level` not found.')).toBe(false)
  expect(isOutOfMemory(null)).toBe(false)
})
