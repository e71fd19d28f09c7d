import { describe, expect, it } from 'vitest'
import { countIn, groupsOf, searchedGroup } from './groups.ts'

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

  it('are found by the words of a search', () => {
    const schema = {
      properties: {
        x: { title: 'Horizontal axis', 'x-group': 'Chart' },
        every: { title: 'Combine rows', 'x-group': 'Combined values and error bars' },
        other: { title: 'Weather per day', 'x-group': 'Other weather' },
        bars: { title: 'Error bars', 'x-group': 'Combined values and error bars' },
      },
    }

    expect(searchedGroup(schema, 'monthly mean with error bars')?.title).toBe('Combined values and error bars')
    expect(searchedGroup(schema, 'chart')?.title).toBe('Chart')
    expect(searchedGroup(schema, 'the error per day')?.title).toBe('Combined values and error bars')
    expect(searchedGroup(schema, 'with the her')).toBeUndefined()
    expect(searchedGroup(schema, 'to a map')).toBeUndefined()
  })

  it('count the faults that point into them', () => {
    expect(countIn({ title: 'Reading', names: ['a', 'd'] }, ['/a', '/d/0', '/b', ''])).toBe(2)
  })
})
