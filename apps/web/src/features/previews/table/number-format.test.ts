import type { PreviewColumn } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { cellFormat, exactNumber, plainNumber, typedNumber } from './number-format.ts'

const column = (Name: string, Kind: PreviewColumn['Kind'] = 'number') => ({ Name, Kind }) as PreviewColumn

describe('the numbers of a column', () => {
  it.each([
    ['level', ['1234.5', '0', '7'], ['1,234.5', '0.0', '7.0']],
    ['flow', ['11860.043564712', '0.25'], ['11,860.0436', '0.2500']],
    ['share', ['0.000123456', '0.000200001'], ['0.0001235', '0.0002000']],
    ['count', ['1234567', '-42', '98765432109876543210'], ['1,234,567', '-42', '98,765,432,109,876,543,210']],
    ['built', ['1950', '2010'], ['1950', '2010']],
    ['discharge_m3s', ['1785', '1796'], ['1,785', '1,796']],
    ['station_id', ['1234567'], ['1234567']],
    ['mixed', ['1.5', '1e-7', 'NaN'], ['1.5', '1e-7', 'NaN']],
  ])('%s', (name, cells, shown) => {
    expect(cells.map(cellFormat(column(name), cells))).toEqual(shown)
  })

  it.each([
    ['level', ['201,5', '1800', '-7,25'], ['201.50', '1,800.00', '-7.25']],
    ['flow', ['1.234,5', '12 345,5', "1'234"], ['1,234.5', '12,345.5', '1,234.0']],
    ['people', ['1.250', '2.024', '1.250.000'], ['1,250', '2,024', '1,250,000']],
    ['built', ['1950', '2010'], ['1950', '2010']],
    ['station_id', ['1234567'], ['1234567']],
    ['tiny', ['\u22120,5', ',25', '1,5e-7', '3,5 €'], ['-0.50', '0.25', '1.5e-7', '3,5 €']],
  ])('have points where the file has decimal commas: %s', (name, cells, shown) => {
    expect(cells.map(cellFormat({ ...column(name), DecimalComma: true }, cells))).toEqual(shown)
  })

  it('have thousands separators, whatever the file has', () => {
    const cells = ['1,234.5', "1'234", '1 234', '7']

    expect(cells.map(cellFormat(column('level'), cells))).toEqual(['1,234.5', '1,234.0', '1,234.0', '7.0'])
    expect(plainNumber('-12\u202f345', {})).toBe('-12345')
  })

  it('are not rounded to zero', () => {
    expect(cellFormat(column('level'), ['1.5', '2.25'])('0.00001')).toBe('1.000e-5')
  })

  it('are left unchanged in columns of text, and missing ones stay missing', () => {
    expect(cellFormat(column('name', 'text'), ['1234'])('1234')).toBe('1234')
    expect(cellFormat(column('level'), ['1'])(null)).toBeNull()
    expect(cellFormat(column('level'), ['1'])(undefined)).toBeUndefined()
  })
})

it.each([
  ['level', '1250.0', '1,250'],
  ['level', '-1234567.125', '-1,234,567.125'],
  ['level', '0.25', '0.25'],
  ['station_id', '1234567', '1234567'],
  ['level', 'n/a', 'n/a'],
])('a condition on %s with %s shows %s', (name, text, shown) => {
  expect(exactNumber(text, column(name))).toBe(shown)
})

describe('a number that a user types', () => {
  it.each([
    ['1,250', '1250'],
    ['1,250,000.5', '1250000.5'],
    ['1.250', '1.250'],
    ['0,250', '0.250'],
    ['1234,567', '1234.567'],
    ['1234.567', '1234.567'],
    ['12,5', '12.5'],
    ['-1 250.5', '-1250.5'],
    ['1.250,5', '1250.5'],
    ['1.250.000', '1250000'],
    ['1e-3', '1e-3'],
    ['1,25,0', undefined],
    ['high', undefined],
  ] as const)('%s is %s', (text, number) => {
    expect(typedNumber(text)).toBe(number)
  })
})
