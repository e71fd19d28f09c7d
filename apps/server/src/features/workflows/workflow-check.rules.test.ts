import { expect, it } from 'vitest'
import { checkedUses } from './workflow-check.rules.ts'

it('uses of variables that are too large for all workflows of a sweep together are left to the runs', () => {
  const uses = (size: number) => ({
    uses: [{ variable: 'v', node: 'a', parameter: { step: 's', name: 'p' } }],
    schemas: { s: { description: 'x'.repeat(size) } },
  })
  const isChecked = (size: number, workflows: number) => checkedUses(uses(size), workflows).uses.length > 0

  expect([isChecked(200_000, 1), isChecked(200_000, 500), isChecked(30_000, 500)]).toEqual([true, false, true])
  expect(isChecked(2_000_000, 1)).toBe(false)
})
