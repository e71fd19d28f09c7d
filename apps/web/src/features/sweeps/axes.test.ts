import { describe, expect, it } from 'vitest'
import { axesWith, cellCaption, cellsCaption, cellText, differingPart } from './axes.ts'
import type { Cell } from './board-model.ts'

const cell = (parameters: Cell['parameters']) => ({ parameters, given: parameters }) as unknown as Cell

describe('the parameters of a sweep', () => {
  it('have the titles from the schema, and their values have those of its choices', () => {
    const cells = [cell({ method: 'iqr', top_share: 0.5 }), cell({ method: 'none', top_share: 2 })]
    const schema = {
      properties: { method: { title: 'Outliers', enum: ['iqr', 'none'], 'x-enum-titles': { iqr: 'Quartiles' } } },
    }

    const axes = axesWith(schema, ['method', 'top_share'], cells)

    expect(cells.map((one) => cellText(axes, one))).toEqual([
      'Outliers: Quartiles, Top share: 0.5',
      'Outliers: None, Top share: 2',
    ])
    expect(cells.map((one) => cellCaption(axes, one))).toEqual(['Quartiles · Top share 0.5', 'None · Top share 2'])
    expect(cells.map((one) => cellCaption(axes.slice(1), one))).toEqual(['Top share: 0.5', 'Top share: 2'])
    expect(cellsCaption(axes, [...cells, cell({ method: 'iqr', top_share: 1 })])).toBe('Quartiles: 0.5, 1; None: 2')
    expect(cellsCaption(axes.slice(1), cells)).toBe('Top share: 0.5, 2')
  })
})

it('names the files over which a sweep runs', () => {
  const schema = { properties: { readings: { type: 'string' as const, format: 'work-data' } } }
  const one = cell({ readings: '/api/WorkData/1' })
  const axes = (name?: string) => axesWith(schema, ['readings'], [one], () => name)

  expect(cellText(axes('a.csv'), one)).toBe('Readings: a.csv')
  expect(cellText(axes(), one)).toBe('Readings: /api/WorkData/1')
})

it('keeps the whole names of long files beside the part in which they differ', () => {
  const cells = ['cochem', 'trier'].map((name) => cell({ file: `readings of the gauge ${name}` }))
  const [axis] = axesWith(undefined, ['file'], cells)

  expect(cells.map(({ parameters }) => axis?.words(parameters.file))).toEqual(['… cochem', '… trier'])
  expect(cells.map(({ parameters }) => axis?.full(parameters.file))).toEqual([
    'readings of the gauge cochem',
    'readings of the gauge trier',
  ])
})

describe('the differing part', () => {
  it('of long texts leaves out the words that all of them share', () => {
    const texts = ['select station from input limit 5', 'select level from input limit 5']

    expect(texts.map(differingPart(texts))).toEqual(['… station …', '… level …'])
    const endings = ['a', 'b'].map((end) => `select station from input where name = ${end}`)
    expect(endings.map(differingPart(endings))).toEqual(['… a', '… b'])
  })

  it('of short texts, of a single text and of texts where one contains the other is never empty', () => {
    expect(['linear fit', 'linear'].map(differingPart(['linear fit', 'linear']))).toEqual(['linear fit', 'linear'])
    expect(differingPart(['a text that is the only one there is'])('a text that is the only one there is')).toBe(
      'a text that is the only one there is',
    )
    const nested = ['select station from input', 'select station from input limit 5']
    expect(nested.map(differingPart(nested))).toEqual(['… input', '… input limit 5'])
  })
})
