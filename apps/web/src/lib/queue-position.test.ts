import { describe, expect, it } from 'vitest'
import { queuePosition } from './queue-position.ts'

describe('the position of a queued job', () => {
  it.each([
    [undefined, 'Queued.'],
    [0, 'Next in line.'],
    [1, '2nd in line'],
    [2, '3rd in line'],
    [10, '11th in line'],
    [20, '21st in line'],
    [1000, 'At least 1,000 jobs ahead'],
  ])('with %s jobs ahead is %j', (ahead, text) => {
    expect(queuePosition(ahead)).toBe(text)
  })
})
