import { expect, it } from 'vitest'
import type { StepDocument } from './processing-steps.queries.ts'
import { mostPerDay, shortUsageSummary } from './step-usage.tsx'

const step = (...ByDay: (number | null)[]) => ({ properties: { Use: { ByDay } } }) as unknown as StepDocument

it('scales the bars of all versions by the largest number of jobs on one day', () => {
  expect(mostPerDay([{ newest: step(1, null), older: [step(40, 2)] }])).toBe(40)
  expect(mostPerDay([{ newest: step(3, 7), older: [] }])).toBe(7)
  expect(mostPerDay([])).toBe(1)
})

it('says on a card how many jobs failed, if any', () => {
  const use = { Jobs: 17, Completed: 17, Failed: 0, MedianSeconds: 0.238, IsPartial: false, ByDay: [] }

  expect(shortUsageSummary(use)).toBe('17 jobs, median 238\u00a0ms')
  expect(shortUsageSummary({ ...use, Completed: 16, Failed: 1 })).toBe('17 jobs, 1 failed, median 238\u00a0ms')
  expect(shortUsageSummary(undefined)).toBe('No jobs in the last 14 days')
})
