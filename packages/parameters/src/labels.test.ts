import { describe, expect, it } from 'vitest'
import { choicesOf, displayValue, humanize, labelOf } from './labels.ts'

describe('the words for a field', () => {
  it('are its title, or otherwise its name as words', () => {
    expect(labelOf({ title: 'Window' }, 'win')).toBe('Window')
    expect(labelOf({}, 'max_gap')).toBe('Max gap')
    expect(humanize('15min')).toBe('15min')
  })

  it('have abbreviations in capitals', () => {
    expect(['csv', 'jsonl', 'station_id', 'sourceUrl', 'idle'].map(humanize)).toEqual([
      'CSV',
      'JSONL',
      'Station ID',
      'Source URL',
      'Idle',
    ])
  })

  it('come from the constants of a choice', () => {
    expect(choicesOf({ anyOf: [{ const: 'a', title: 'First' }, { const: 'b' }] })).toEqual([
      { value: 'a', label: 'First' },
      { value: 'b', label: 'B' },
    ])
  })

  it('describe any value', () => {
    const method = { enum: ['iqr', 'none'], 'x-enum-titles': { none: 'As they are' } }
    expect(['iqr', 'none', 'mean_all'].map((value) => displayValue(method, value))).toEqual([
      'IQR',
      'As they are',
      'mean_all',
    ])
    expect([1.5, true, null, ['a']].map((value) => displayValue({}, value))).toEqual(['1.5', 'on', 'Not set', '["a"]'])
  })
})
