import { describe, expect, it } from 'vitest'
import { decorationOf } from './decorated-numbers.ts'

describe('decorationOf', () => {
  it.each([
    [['7.00', '(1,234.56)', '2,000.00', '(0.50)'], 'parentheses', '(1,234.56)'],
    [['(€ 3.00)', '€ 1,234.50'], 'parentheses', '(€ 3.00)'],
    [['€ 1,234.50', '$ -5.00'], 'currencies', '€ 1,234.50'],
    [['12.50', '-$3', '40 EUR'], 'currencies', '-$3'],
    [['5 mg', '7,5 mg', 'n/a', null], 'units', '5 mg'],
    [['12.5%', '0.4'], 'units', '12.5%'],
    [['1 m³/s', '2 l/s'], 'units', '1 m³/s'],
    [[...Array.from({ length: 9 }, (_, at) => `${at} km`), 'about 12'], 'units', '0 km'],
  ])('finds what prevents %j from being numbers', (cells, by, example) => {
    expect(decorationOf(cells)).toEqual({ by, example })
  })

  it.each([
    [['Köln', 'Bonn']],
    [['1', '2.5']],
    [['12 Main Street', '14 Main Street']],
    [['1A', '2B', '3C']],
    [['00123', '00124', '125 m']],
    [['01.03.2024', '02.03.2024 h']],
    [['5 mg', '6 mg', 'none of it', 'too much']],
    [['€', '()', 'mg']],
    [['<0.5', '0.7']],
    [[null, 'n/a']],
  ])('finds nothing in %j', (cells) => {
    expect(decorationOf(cells)).toBeUndefined()
  })
})
