import { expect, it } from 'vitest'
import type { Draft } from '../document/draft.ts'
import type { KnownStep } from '../known-steps.ts'
import { slotTypesOf } from './variable-slots.ts'

const inputs = [
  { name: 'table', mediaType: 'text/csv', minSlots: 1, maxSlots: 1 },
  { name: 'any', mediaType: null, minSlots: 0, maxSlots: null },
]
const step = { version: { inputs } } as unknown as KnownStep

it('finds the media type that a variable is for, also if a node repeats over its files', () => {
  const nodes: Draft['nodes'] = [
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

  expect(Object.fromEntries(slotTypesOf({ version: 1, title: 'Test', nodes }, { stepOf: () => step }))).toEqual({
    readings: 'text/csv',
    files: 'text/csv',
  })
})
