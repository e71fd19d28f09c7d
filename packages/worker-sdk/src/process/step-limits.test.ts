import { expect, it } from 'vitest'
import { limitsFrom } from './step-limits.ts'

it('an empty limit counts as unset', () => {
  const empty = { STEP_MEMORY_MB: '', STEP_DISK_MB: '', STEP_PROCESSES: '', STEP_NETWORK: '' }

  expect(limitsFrom(empty)).toEqual(limitsFrom({}))
})

it.each([
  ['STEP_MEMORY_MB', 'much'],
  ['STEP_PROCESSES', '0'],
  ['STEP_NETWORK', 'no'],
])('%s=%s is refused', (name, value) => {
  expect(() => limitsFrom({ [name]: value })).toThrow(`${name} is "${value}"`)
})
