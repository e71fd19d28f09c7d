import { describe, expect, it } from 'vitest'
import { parsingLosses } from './parsing-losses.ts'

const pointers = (text: string) => parsingLosses(text).map(({ pointer }) => pointer)

describe('keys that occur more than once in an object', () => {
  it('are found at any depth, with their place', () => {
    expect(pointers('{"a": 1, "b": [{"x": {}}, {"c/d": 1, "e": "a", "c/d": 2}], "a": 2, "a": 3}')).toEqual([
      '/b/1/c~1d',
      '/a',
      '/a',
    ])
  })

  it('are found however they are written', () => {
    expect(pointers(String.raw`{"é": 1, "\u00e9": 2, "\"": 3, "\\": 4, "\u005c": 5}`)).toEqual(['/é', '/\\'])
  })

  it('are allowed in different objects and as values', () => {
    expect(
      pointers('{"a": "a", "b": {"a": ["a", "a", {"a": 1}]}, "c": [{"a": 1}, {"a": "\\"a\\": 1, \\"a\\": {"}]}'),
    ).toEqual([])
  })
})

describe('numbers that cannot be stored exactly', () => {
  it('are found with their place', () => {
    const text = '{"a": [1, {"b": 9007199254740993}], "c": -12345678901234567891, "d": 1e400}'

    expect(parsingLosses(text)).toEqual(
      [
        ['/a/1/b', '9007199254740993'],
        ['/c', '-12345678901234567891'],
        ['/d', '1e400'],
      ].map(([pointer, number]) => ({
        pointer,
        message: `The number ${number} can’t be stored exactly. Write it as text, or with fewer digits.`,
      })),
    )
  })

  it('do not include numbers that JavaScript keeps, fractions, and digits in text', () => {
    const text =
      '[9007199254740992, 0.12345678901234567890, 1e300, -0, 1E5, "9007199254740993", {"9007199254740993": 0}]'

    expect(parsingLosses(text)).toEqual([])
  })
})
