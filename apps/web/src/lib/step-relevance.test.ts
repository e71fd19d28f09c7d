import { describe, expect, it } from 'vitest'
import { stepRelevance } from './step-relevance.ts'

const step = {
  Title: 'Aggregate table',
  FunctionName: 'aggregate_table',
  ShortDescription: 'Aggregates rows by time and group.',
  LongDescription: 'Medians are estimates.',
  Tags: ['lab'],
  Categories: ['Summarize'],
  Tasks: ['average per month', 'group by'],
}

describe('stepRelevance', () => {
  it.each([
    ['', 1],
    ['aggregate', 5],
    ['Average per MONTH', 4],
    ['average month', 3],
    ['the average of a month', 3],
    ['the', 0],
    ['month lab', 2],
    ['medians time', 1],
    ['pivot', 0],
  ])('of a step for “%s” is %d', (text, relevance) => {
    expect(stepRelevance(step, text)).toBe(relevance)
  })
})
