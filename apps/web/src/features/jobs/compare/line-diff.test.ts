import { describe, expect, it } from 'vitest'
import { alignLines } from './line-diff.ts'

const shown = (before: string, after: string) =>
  alignLines(before === '' ? [] : before.split(' '), after === '' ? [] : after.split(' ')).map(
    (pair) => `${pair.before ?? ''}|${pair.after ?? ''}`,
  )

describe('alignLines', () => {
  it('puts equal lines beside each other', () => {
    expect(shown('a b c d', 'a c x d')).toEqual(['a|a', 'b|', 'c|c', '|x', 'd|d'])
  })

  it('puts a changed line beside its replacement', () => {
    expect(shown('a b c', 'a x c')).toEqual(['a|a', 'b|x', 'c|c'])
    expect(shown('a b', 'x y z')).toEqual(['a|x', 'b|y', '|z'])
  })

  it('keeps repeated lines apart', () => {
    expect(shown('a a a', 'a a')).toEqual(['a|a', 'a|a', 'a|'])
  })

  it('aligns an empty text with all lines of the other', () => {
    expect(shown('', 'a b')).toEqual(['|a', '|b'])
    expect(shown('', '')).toEqual([])
  })

  it('aligns very long texts at their start and end only', () => {
    const lines = (mark: string) => ['start', ...Array.from({ length: 3000 }, (_, at) => `${mark}${at}`), 'end']

    const pairs = alignLines(lines('b'), lines('a'))

    expect(pairs).toHaveLength(3002)
    expect(pairs[0]).toEqual({ before: 'start', after: 'start' })
    expect(pairs[1]).toEqual({ before: 'b0', after: 'a0' })
  })
})
