import type { PreviewColumn } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { cellFormat, hasDecimalCommas, typedNumber } from './number-format.ts'

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

  it('have no comma between thousands if commas in the table are decimal', () => {
    const columns = [column('level'), column('flow'), column('place', 'text')]

    expect(hasDecimalCommas(columns, [['201,5', '1800', 'a']])).toBe(true)
    expect(hasDecimalCommas(columns, [[null, '1800', '1,5']])).toBe(false)
    expect(cellFormat(column('flow'), ['18000'], 'decimal')('18000')).toBe('18000')
    expect(cellFormat(column('flow'), ['18000'], 'thousands')('18000')).toBe('18,000')
  })

  it('are not rounded to zero', () => {
    expect(cellFormat(column('level'), ['1.5', '2.25'])('0.00001')).toBe('1.000e-5')
  })

  it('are left alone in columns of text, and where there is none', () => {
    expect(cellFormat(column('name', 'text'), ['1234'])('1234')).toBe('1234')
    expect(cellFormat(column('level'), ['1'])(null)).toBeNull()
    expect(cellFormat(column('level'), ['1'])(undefined)).toBeUndefined()
  })
})

describe('a number that a reader types', () => {
  it.each([
    ['1,250', 'thousands', '1250'],
    ['1,250,000.5', 'thousands', '1250000.5'],
    ['1.250', 'thousands', '1.250'],
    ['0,250', 'thousands', '0,250'],
    ['1234,567', 'thousands', '1234,567'],
    ['1234.567', 'decimal', '1234.567'],
    ['12,5', 'thousands', '12,5'],
    ['-1 250.5', 'thousands', '-1250.5'],
    ['218.357', 'decimal', '218.357'],
    ['1.250,5', 'decimal', '1250,5'],
    ['1.250.000', 'decimal', '1250000'],
    ['1,250', 'decimal', '1,250'],
    ['0.125', 'decimal', '0.125'],
    ['12.5', 'decimal', '12.5'],
    ['1e-3', 'thousands', '1e-3'],
    ['1,25,0', 'thousands', undefined],
    ['high', 'thousands', undefined],
  ] as const)('%s, with commas for %s, is %s', (text, commas, number) => {
    expect(typedNumber(text, commas)).toBe(number)
  })
})
