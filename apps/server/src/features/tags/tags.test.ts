import { describe, expect, it } from 'vitest'
import { normalTags, tagDetails } from './tags.rules.ts'

describe('tags', () => {
  it('splits at the first equals sign and trims both parts', () => {
    expect(tagDetails([' project = rhine=2024 '])).toEqual([{ Key: 'project', Value: 'rhine=2024', Type: 'String' }])
    expect(tagDetails(['urgent'])).toEqual([{ Key: 'urgent', Value: null, Type: 'KeyOnly' }])
  })

  it('reads the type from the value', () => {
    const types = tagDetails([
      'a=1',
      'a=1.5',
      'a=True',
      'a=2026-11-20',
      'a=10:30',
      'a=2026-11-20T10:00:00+01:00',
      'a=x',
    ])

    expect(types.map((tag) => tag.Type)).toEqual(['Integer', 'Float', 'Boolean', 'Date', 'Time', 'Timestamp', 'String'])
  })

  it('reads durations as times, even long and negative ones', () => {
    expect(tagDetails(['a=100:20:30', 'a=-10:20', 'a=00:11:22:33']).map((tag) => tag.Type)).toEqual([
      'Time',
      'Time',
      'String',
    ])
    expect(normalTags(['a=100:20:30', 'b=-10:20'])).toEqual(['a=100:20:30.000', 'b=-10:20:00.000'])
  })

  it('reads nonexistent days as text and keeps them unchanged', () => {
    const tags = ['a=2026-02-30', 'a=9999-99-99', 'a=2026-02-30T10:00:00+01:00', 'a=2026-13-01T10:00:00Z']

    expect(tagDetails(tags).map((tag) => tag.Type)).toEqual(['String', 'String', 'String', 'String'])
    expect(normalTags(tags)).toEqual(tags)
  })

  it('stores values in a normal form and removes duplicates', () => {
    expect(normalTags(['a=1.', 'a=1.0', 'b=TRUE', 'c=10:30', 'd=2026-11-20T10:00:00+01:00', ' '])).toEqual([
      'a=1.0',
      'b=true',
      'c=10:30:00.000',
      'd=2026-11-20T09:00:00.000Z',
    ])
  })
})
