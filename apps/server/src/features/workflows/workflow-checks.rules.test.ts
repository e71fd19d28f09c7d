import { expect, it } from 'vitest'
import { checkedUses, workflowAnswer } from './workflow-checks.rules.ts'

it('uses of variables are left to the runs if checking them for all workflows of a sweep is too much work', () => {
  const uses = (size: number) => ({
    uses: [{ variable: 'v', node: 'a', parameter: { step: 's', name: 'p' } }],
    schemas: { s: { description: 'x'.repeat(size) } },
  })
  const isChecked = (size: number, workflows: number) => checkedUses(uses(size), workflows).uses.length > 0

  expect([isChecked(200_000, 1), isChecked(200_000, 500), isChecked(30_000, 500)]).toEqual([true, false, true])
  expect(isChecked(2_000_000, 1)).toBe(false)
})

it('reports both values that a parameter can’t have and values of the wrong type', () => {
  const answer = workflowAnswer({
    variables: { window: { type: 'integer' }, every: { type: 'string' } },
    uses: {
      uses: [
        { variable: 'window', node: 'Smooth', parameter: { step: 's', name: 'window' } },
        { variable: 'every', node: 'Smooth', parameter: { step: 's', name: 'every' } },
      ],
      schemas: { s: { properties: { window: { maximum: 9 }, every: { enum: ['hour', 'day'] } } } },
    },
    among: 1,
    given: { window: 'x', every: 'fortnight' },
  })

  expect(answer.faults.map(({ pointer }) => pointer)).toEqual(['/variables/window', '/variables/every'])
})
