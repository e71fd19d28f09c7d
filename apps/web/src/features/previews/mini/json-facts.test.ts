import { expect, it } from 'vitest'
import { jsonFacts } from './json-facts.ts'

it('sums up an object, and no other text', () => {
  const report = {
    input: 'koeln.csv',
    rows: 1440,
    changes: [{ count: 83 }, { count: 2 }],
    columns: ['a'],
    none: [],
    scale: { low: 1 },
    note: null,
  }

  expect(jsonFacts(JSON.stringify(report))).toEqual([
    ['input', 'koeln.csv'],
    ['rows', '1440'],
    ['changes', '85 in 2 items'],
    ['columns', '1 item'],
    ['none', '0 items'],
    ['scale', '1 key'],
    ['note', 'null'],
  ])
  expect(jsonFacts('{"id": 12345678901234567890}')).toEqual([['id', '12345678901234567890']])
  expect(['[1, 2]', '"a"', '12345678901234567890', '{"cut": '].map(jsonFacts)).toEqual(Array(4).fill(undefined))
})
