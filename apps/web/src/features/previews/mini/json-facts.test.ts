import { expect, it } from 'vitest'
import { differingFacts, jsonFacts } from './json-facts.ts'

it('sums up an object in words, and returns nothing for any other text', () => {
  const report = {
    input: 'koeln.csv',
    rowsBefore: 1440,
    rowsAfter: 1438,
    columnsBefore: ['a', 'b'],
    columnsAfter: ['a'],
    changes: [
      { count: 81, column: 'level', what: 'outliers' },
      { count: 2, column: 'level', what: 'filled gaps' },
      { count: 2, column: 'flow', what: 'outliers' },
      { count: 1, column: 'flow', what: 'missing values' },
      { count: 1, column: 'flow', what: 'trimmed' },
    ],
    dropped: [{ count: 3, column: 'level' }, { count: 1 }],
    hints: ['a'],
    none: [],
    nothing: {},
    scale: { low: 1, of: '/api/Scale/1', sha256: 'ab'.repeat(32), deep: {} },
    parts: { all: [1] },
    note: null,
    baseYear: 2024,
  }

  expect(jsonFacts(JSON.stringify(report))).toEqual([
    ['Input', 'koeln.csv'],
    ['Rows', '1,440 → 1,438'],
    ['Columns', '2 → 1'],
    ['Changes', '87 cells'],
    ['level', '81 outliers, 2 filled gaps'],
    ['flow', '2 outliers, 1 missing value, 1 trimmed'],
    ['Dropped', '4'],
    ['Hints', '1'],
    ['Low', '1'],
    ['Parts', '1 key'],
    ['Base year', '2024'],
  ])
  expect(jsonFacts('{"id": 12345678901234567890}')).toEqual([['ID', '12345678901234567890']])
  expect(jsonFacts('{"gaps_before": 3, "gaps_after": 0}')).toEqual([['Gaps', '3 → 0']])
  expect(jsonFacts('{"rowsBefore": 3, "rowsAfter": 3, "changes": []}')).toEqual([
    ['Rows', '3 (unchanged)'],
    ['Changes', 'None'],
  ])
  expect(['[1, 2]', '"a"', '12345678901234567890', '{"cut": '].map(jsonFacts)).toEqual(Array(4).fill(undefined))
})

it('returns what an object does not share with others', () => {
  const others = [
    [
      ['Rows', '4'],
      ['Changes', '1'],
    ],
    [
      ['Rows', '4'],
      ['Changes', '2'],
    ],
  ] as [string, string][][]

  expect(
    differingFacts(
      [
        ['Rows', '4'],
        ['Changes', '2'],
      ],
      others,
    ),
  ).toEqual([['Changes', '2']])
  expect(differingFacts([['Rows', '4']], others)).toEqual([['Rows', '4']])
})
