import { expect, it } from 'vitest'
import type { WorkflowNode } from './definition.ts'
import { slotTypesOf } from './variable-slots.ts'

const inputs = [
  { name: 'table', mediaType: 'text/csv', minSlots: 1, maxSlots: 1 },
  { name: 'any', mediaType: null, minSlots: 0, maxSlots: null },
]

it('finds the media type that a variable is for, even if a node repeats over its files', () => {
  const nodes: WorkflowNode[] = [
    {
      id: 'a',
      step: { function: 'clean' },
      inputs: { table: [{ variable: 'readings' }], any: [{ variable: 'other' }] },
    },
    {
      id: 'b',
      step: { function: 'clean' },
      inputs: { table: [{ item: '' }] },
      forEach: { variable: 'files' },
    },
  ]

  expect(Object.fromEntries(slotTypesOf({ nodes }, () => ({ inputs })))).toEqual({
    readings: 'text/csv',
    files: 'text/csv',
  })
})
