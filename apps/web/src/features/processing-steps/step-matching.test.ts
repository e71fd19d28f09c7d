import { describe, expect, it } from 'vitest'
import type { StepFamily } from '#lib/step-versions.ts'
import type { StepDocument } from './processing-steps.queries.ts'
import { categoryGroups, matchingFamilies, sharedTags } from './step-matching.ts'

function family(
  Title: string,
  Tags: string[] = [],
  MediaType: string | null = 'text/csv',
  Categories: string[] = [],
): StepFamily {
  const properties = {
    Title,
    FunctionName: Title.toLowerCase().replace(' ', '_'),
    ShortDescription: 'Finds outliers',
    LongDescription: null,
    Tags,
    Categories,
    Tasks: [],
    InputDataSlotSpecification: [{ MediaType }],
  }
  return { newest: { properties } as unknown as StepDocument, older: [] }
}

const ANY = { find: undefined, tag: undefined, category: undefined, mediaType: undefined }
const titles = (found: StepFamily[]) => found.map(({ newest }) => newest.properties.Title)

describe('matchingFamilies', () => {
  const families = [
    family('Clean table', ['clean']),
    family('Plot table', ['plot'], 'application/json'),
    family('Anything', [], null),
  ]

  it('requires each word somewhere in title, function, description or tags', () => {
    expect(titles(matchingFamilies(families, { ...ANY, find: 'outliers CLEAN_t' }))).toEqual(['Clean table'])
    expect(titles(matchingFamilies(families, { ...ANY, find: 'clean plot' }))).toEqual([])
  })

  it('requires the tag and a slot for the type', () => {
    expect(titles(matchingFamilies(families, { ...ANY, tag: 'plot' }))).toEqual(['Plot table'])
    expect(titles(matchingFamilies(families, { ...ANY, mediaType: 'text/csv' }))).toEqual(['Clean table', 'Anything'])
  })
})

describe('categoryGroups', () => {
  it('counts categories, most used first', () => {
    const families = [family('A', [], null, ['Plots', 'Tables']), family('B', [], null, ['Plots']), family('C')]

    expect(categoryGroups(families)).toEqual([
      { category: 'Plots', count: 2 },
      { category: 'Tables', count: 1 },
    ])
    expect(titles(matchingFamilies(families, { ...ANY, category: 'Tables' }))).toEqual(['A'])
  })
})

describe('sharedTags', () => {
  it('are those that all of several steps have', () => {
    const families = [family('A', ['tables', 'plot']), family('B', ['tables']), family('C', ['clean', 'tables'])]

    expect(sharedTags(families)).toEqual(['tables'])
    expect(sharedTags(families.slice(0, 1))).toEqual([])
  })
})
