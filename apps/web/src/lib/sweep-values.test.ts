import { describe, expect, it } from 'vitest'
import { cellsOf, listOf, readValues, sweptKind, valueKey } from './sweep-values.ts'

describe('readValues', () => {
  it.each([
    ['1, 2, 5', [1, 2, 5]],
    ['0..10 by 5', [0, 5, 10]],
    ['0.1..0.5 by 0.1', [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['1..3, 3, 9', [1, 2, 3, 9]],
    ['-2..0', [-2, -1, 0]],
  ])('reads the numbers %s', (text, values) => {
    expect(readValues(text, 'number')).toEqual({ values })
  })

  it('reads texts and Boolean values', () => {
    expect(readValues('mean, median', 'string')).toEqual({ values: ['mean', 'median'] })
    expect(readValues('true,false', 'boolean')).toEqual({ values: [true, false] })
  })

  it.each([[['select a, b from input', 'select c from input']], [['say "so"', ' a ', '"', 'a,"b"']]])(
    'reads the texts of a list back: %j',
    (values) => {
      expect(readValues(listOf(values, 'string'), 'string')).toEqual({ values })
    },
  )

  it('keeps quotes within a text', () => {
    expect(readValues('select "a b" from input, x', 'string')).toEqual({ values: ['select "a b" from input', 'x'] })
  })

  it.each([
    ['', 'Enter values, such as 1, 2, 5 or 0..10 by 2.'],
    ['1, x', '“x” is not a number.'],
    ['5..1', 'A range goes from the smaller to the larger number, such as 0..10 by 2.'],
    ['0..1 by 0', 'A range goes from the smaller to the larger number, such as 0..10 by 2.'],
    ['0..1000000', 'A parameter can have up to 500 values.'],
  ])('says what is wrong with %j', (text, fault) => {
    expect(readValues(text, 'number')).toEqual({ fault })
  })
})

it('combines two parameters into a grid', () => {
  const axes = [
    { name: 'a', values: [1, 2] },
    { name: 'b', values: ['x', 'y'] },
  ]

  expect(cellsOf(axes)).toEqual([
    { a: 1, b: 'x' },
    { a: 1, b: 'y' },
    { a: 2, b: 'x' },
    { a: 2, b: 'y' },
  ])
})

describe('values on separate lines', () => {
  it('are the same, whatever the order of their keys', () => {
    expect(readValues('{"b": 1, "a": [2]}\n{"a": [2], "b": 1}', 'json')).toEqual({ values: [{ a: [2], b: 1 }] })
    expect(valueKey([{ b: 1, a: 2 }])).toBe(valueKey([{ a: 2, b: 1 }]))
  })

  it('are lists and objects as JSON, each counted once', () => {
    const values = [[1, 2], { a: 'x, y' }, null]

    expect(readValues('[1, 2]\n\n{"a": "x, y"}\n[1,2]\nnull', 'json')).toEqual({ values })
    expect(readValues(listOf(values, 'json'), 'json')).toEqual({ values })
    expect(readValues('[1]\n[1, 2', 'json')).toEqual({ fault: '“[1, 2” is not JSON.' })
    expect(readValues(' ', 'json')).toEqual({ fault: 'Enter values as JSON, one per line.' })
  })

  it('are URLs of work data', () => {
    expect(readValues('/api/WorkData/1\n/api/WorkData/2\n/api/WorkData/1', 'work-data')).toEqual({
      values: ['/api/WorkData/1', '/api/WorkData/2'],
    })
    expect(readValues('', 'work-data')).toEqual({ fault: 'Choose the work data to run on.' })
  })
})

it('can sweep every parameter except lists of work data', () => {
  expect(sweptKind({ type: ['number', 'null'] })).toBe('number')
  expect(sweptKind({ enum: ['a', 'b'] })).toBe('string')
  expect(sweptKind({ type: 'string', format: 'work-data' })).toBe('work-data')
  expect([{ type: 'array' as const }, { type: 'object' as const }, {}].map(sweptKind)).toEqual(['json', 'json', 'json'])
  expect(sweptKind({ type: 'array', items: { type: 'string', format: 'work-data' } })).toBeUndefined()
})
