import { describe, expect, it } from 'vitest'
import { repeatedKeys } from './repeated-keys.ts'

const pointers = (text: string) => repeatedKeys(text).map(({ pointer }) => pointer)

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

  it('may occur in other objects and as values', () => {
    expect(
      pointers('{"a": "a", "b": {"a": ["a", "a", {"a": 1}]}, "c": [{"a": 1}, {"a": "\\"a\\": 1, \\"a\\": {"}]}'),
    ).toEqual([])
  })
})
