import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

describe('jsonFault', () => {
  it.each([
    ['an extra comma', '[{"a":1},\n{"a":2},]', { line: 2, column: 9 }],
    ['a word', '{"a": tru, "b": 1}', { line: 1, column: 10 }],
    ['a missing comma', '{"a": 1\n "b": 2}', { line: 2, column: 2 }],
    ['text after the end', '{"a": 1}\nx', { line: 2, column: 1 }],
    ['a value that is not JSON', '[1, NaN]', { line: 1, column: 5 }],
    ['a fault far into the text', `[${'{"a":1},'.repeat(50_000)}{"a"=1}]`, { line: 1, column: 400_006 }],
  ])('locates %s', (_, text, place) => {
    expect(jsonFault(text)).toEqual(place)
  })

  it.each(['', '[{"a":1},{"a":2', '{"a": "never closed', '[1, -'])(
    'returns undefined for %j, which ends too early',
    (text) => {
      expect(jsonFault(text)).toBeUndefined()
    },
  )
})
