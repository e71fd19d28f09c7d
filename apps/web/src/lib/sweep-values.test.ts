import { describe, expect, it } from 'vitest'
import { cellsOf, listOf, readValues, sweptKind } from './sweep-values.ts'

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

  it('reads texts and truth values', () => {
    expect(readValues('mean, median', 'string')).toEqual({ values: ['mean', 'median'] })
    expect(readValues('true,false', 'boolean')).toEqual({ values: [true, false] })
  })

  it.each([[['select a, b from input', 'select c from input']], [['say "so"', ' a ', '"', 'a,"b"']]])(
    'reads the texts of a list again: %j',
    (values) => {
      expect(readValues(listOf(values), 'string')).toEqual({ values })
    },
  )

  it('takes quotes within a text as they are', () => {
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

it('combines two parameters to a grid', () => {
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

it('sweeps numbers, texts and truth values only', () => {
  expect(sweptKind({ type: ['number', 'null'] })).toBe('number')
  expect(sweptKind({ enum: ['a', 'b'] })).toBe('string')
  expect(sweptKind({ type: 'string', format: 'work-data' })).toBeUndefined()
  expect(sweptKind({ type: 'array' })).toBeUndefined()
})
