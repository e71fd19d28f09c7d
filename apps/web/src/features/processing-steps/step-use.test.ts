import { expect, it } from 'vitest'
import type { StepDocument } from './processing-steps.queries.ts'
import { mostADay } from './step-use.tsx'

const step = (...ByDay: (number | null)[]) => ({ properties: { Use: { ByDay } } }) as unknown as StepDocument

it('scales the bars of all versions by the most jobs that one of them had on a day', () => {
  expect(mostADay([{ newest: step(1, null), older: [step(40, 2)] }])).toBe(40)
  expect(mostADay([{ newest: step(3, 7), older: [] }])).toBe(7)
  expect(mostADay([])).toBe(1)
})
