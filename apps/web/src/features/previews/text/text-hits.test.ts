import { describe, expect, it } from 'vitest'
import { HITS_MAX, hitsIn, piecesOf } from './text-hits.ts'

describe('hitsIn', () => {
  it('finds a text in any case, several times in a line', () => {
    expect(hitsIn(['Level, level', 'flow', 'LEVEL'], 'level')).toEqual([
      { line: 0, start: 0, end: 5 },
      { line: 0, start: 7, end: 12 },
      { line: 2, start: 0, end: 5 },
    ])
  })

  it('takes the special characters of patterns literally', () => {
    expect(hitsIn(['a.b', 'axb', '(a.b)'], '(a.b)')).toEqual([{ line: 2, start: 0, end: 5 }])
    expect(hitsIn(['a\\b'], '\\')).toEqual([{ line: 0, start: 1, end: 2 }])
  })

  it('finds nothing for an empty text, and stops at its limit', () => {
    expect(hitsIn(['abc'], '')).toEqual([])
    expect(hitsIn(['a'.repeat(HITS_MAX + 5)], 'a')).toHaveLength(HITS_MAX)
  })
})

describe('piecesOf', () => {
  it('splits colored tokens where a mark starts and ends, and keeps their colors', () => {
    const [first, second] = hitsIn(['const level = 1'], 'st lev')
    const pieces = piecesOf(
      [
        { text: 'const', style: 'red' },
        { text: ' level = 1', style: 'blue' },
      ],
      first ? [first] : [],
    )

    expect(second).toBeUndefined()
    expect(pieces.map(({ text, style, hit }) => [text, style, hit === first])).toEqual([
      ['con', 'red', false],
      ['st', 'red', true],
      [' lev', 'blue', true],
      ['el = 1', 'blue', false],
    ])
  })
})
