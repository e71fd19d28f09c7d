import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstRows } from './first-data.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = new Promise(() => {})

it('shows the list without its rows if they take too long', async () => {
  const first = firstRows(never, 'enter')
  await vi.runAllTimersAsync()
  await expect(first).resolves.toBeUndefined()
})

it('waits for the next rows of a list that is on screen', () => {
  expect(firstRows(never, 'stay')).toBe(never)
})
