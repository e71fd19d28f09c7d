import { pointerOf } from '@millrace/parameters/pointer'
import { describe, expect, it } from 'vitest'
import { linesOfPointers } from './lines-of-pointers.ts'

const TEXT = `{
  "a": [1,
    {"b/c": "}]\\"\\n"},
    "x"
  ], "a:": {}, "d": [
    [],
    null
  ]
}`

describe('linesOfPointers', () => {
  it('finds the lines of values that are nested, escaped or empty', () => {
    const wanted = new Set(['', '/a', '/a/0', '/a/1/b~1c', '/a/2', '/a:', '/d/0', '/d/1', '/missing'])

    const lines = linesOfPointers(TEXT, wanted, (pointer, part) => pointer + pointerOf([part]))

    expect(Object.fromEntries(lines)).toEqual({
      '': 1,
      '/a': 2,
      '/a/0': 2,
      '/a/1/b~1c': 3,
      '/a/2': 4,
      '/a:': 5,
      '/d/0': 6,
      '/d/1': 7,
    })
  })
})
