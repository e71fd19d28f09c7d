import { expect, it } from 'vitest'
import { jsonSummary } from './json-summary.ts'

it('sums up an object, and leaves other texts as they are', () => {
  const report = { input: 'koeln.csv', rows: 1440, changes: [{ count: 4 }], none: [], scale: { low: 1 }, note: null }

  expect(jsonSummary(JSON.stringify(report)).split('\n')).toEqual([
    'input: koeln.csv',
    'rows: 1440',
    'changes: 1 item',
    'none: 0 items',
    'scale: 1 key',
    'note: null',
  ])
  expect(['[1, 2]', '"a"', '12345678901234567890', '{"cut": '].map(jsonSummary)).toEqual([
    '[1, 2]',
    '"a"',
    '12345678901234567890',
    '{"cut": ',
  ])
  expect(jsonSummary('{"id": 12345678901234567890}')).toBe('id: 12345678901234567890')
})
