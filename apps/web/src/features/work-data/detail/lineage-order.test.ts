import { describe, expect, it } from 'vitest'
import { resultsFirst } from './lineage-order.ts'

const FILE = {}

describe('resultsFirst', () => {
  it('puts jobs with results before running ones, and failures last, and otherwise keeps their order', () => {
    const jobs = [
      { name: 'failed now', files: [], hasFailed: true },
      { name: 'runs', files: [], hasFailed: false },
      { name: 'newer result', files: [FILE], hasFailed: false },
      { name: 'failed before', files: [], hasFailed: true },
      { name: 'older result', files: [FILE], hasFailed: false },
    ]

    expect(resultsFirst(jobs).map(({ name }) => name)).toEqual([
      'newer result',
      'older result',
      'runs',
      'failed now',
      'failed before',
    ])
  })
})
