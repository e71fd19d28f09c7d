import { describe, expect, it } from 'vitest'
import { groupSentence } from './job-groups.ts'

const group = { Count: 60, Step: 'Query tables', State: 'Error', StepUrl: 'x', NewestUrl: 'x' } as const

describe('the sentence of a group of jobs', () => {
  it.each([
    ['Column `a` not found.', '60 jobs of Query tables failed: Column `a` not found.'],
    ['SQL is empty.', '60 jobs of Query tables failed: SQL is empty.'],
    ['`a` is text.', '60 jobs of Query tables failed: `a` is text.'],
  ])('continues with the cause %j', (Cause, sentence) => {
    expect(groupSentence({ ...group, Cause })).toBe(sentence)
  })

  it('says that data is missing', () => {
    expect(groupSentence({ ...group, State: 'DataMissing', Cause: 'A.csv is gone.' })).toBe(
      '60 jobs of Query tables are missing data: A.csv is gone.',
    )
  })
})
