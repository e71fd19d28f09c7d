import { describe, expect, it } from 'vitest'
import type { StepDocument } from './processing-steps.queries.ts'
import { groupLabel, matchingFamilies, sharedTags, tagGroups } from './step-matching.ts'
import type { StepFamily } from './versions.ts'

function family(Title: string, Tags: string[] = [], MediaType: string | null = 'text/csv'): StepFamily {
  const properties = {
    Title,
    FunctionName: Title.toLowerCase().replace(' ', '_'),
    ShortDescription: 'Finds outliers',
    LongDescription: null,
    Tags,
    InputDataSlotSpecification: [{ MediaType }],
  }
  return { newest: { properties } as unknown as StepDocument, older: [] }
}

const ANY = { find: undefined, tag: undefined, mediaType: undefined }
const titles = (found: StepFamily[]) => found.map(({ newest }) => newest.properties.Title)

describe('matchingFamilies', () => {
  const families = [
    family('Clean table', ['clean']),
    family('Plot table', ['plot'], 'application/json'),
    family('Anything', [], null),
  ]

  it('wants every word somewhere in title, function, description or tags', () => {
    expect(titles(matchingFamilies(families, { ...ANY, find: 'outliers CLEAN_t' }))).toEqual(['Clean table'])
    expect(titles(matchingFamilies(families, { ...ANY, find: 'clean plot' }))).toEqual([])
  })

  it('wants the tag and a slot for the type', () => {
    expect(titles(matchingFamilies(families, { ...ANY, tag: 'plot' }))).toEqual(['Plot table'])
    expect(titles(matchingFamilies(families, { ...ANY, mediaType: 'text/csv' }))).toEqual(['Clean table', 'Anything'])
  })
})

describe('tagGroups', () => {
  it('counts tags, most used first', () => {
    const families = [family('A', ['plot', 'x']), family('B', ['plot']), family('C', ['a'])]

    expect(tagGroups(families)).toEqual([
      { tag: 'plot', count: 2 },
      { tag: 'a', count: 1 },
      { tag: 'x', count: 1 },
    ])
    expect(groupLabel('category=tables')).toBe('Tables')
  })
})

describe('sharedTags', () => {
  it('are those that all of several steps have; groups leave them out', () => {
    const families = [family('A', ['tables', 'plot']), family('B', ['tables']), family('C', ['clean', 'tables'])]

    expect(sharedTags(families)).toEqual(['tables'])
    expect(tagGroups(families).map(({ tag }) => tag)).toEqual(['clean', 'plot'])
    expect(sharedTags(families.slice(0, 1))).toEqual([])
  })
})
