import { describe, expect, it } from 'vitest'
import { countIn, groupsOf } from './groups.ts'

describe('groups of fields', () => {
  it('follow the order of the fields; a field joins its group wherever it is declared', () => {
    const groups = groupsOf({
      properties: { a: { 'x-group': 'Reading' }, b: { 'x-group': 'Output' }, c: {}, d: { 'x-group': 'Reading' } },
    })

    expect(groups).toEqual([
      { title: 'Reading', names: ['a', 'd'] },
      { title: 'Output', names: ['b'] },
      { title: undefined, names: ['c'] },
    ])
  })

  it('count what points into them', () => {
    expect(countIn({ title: 'Reading', names: ['a', 'd'] }, ['/a', '/d/0', '/b', ''])).toBe(2)
  })
})
