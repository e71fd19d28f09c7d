import type { PreviewColumn } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { binText, columnRange, missingShare, topValuesText } from './column-range.ts'

const column = (facts: Partial<PreviewColumn>): PreviewColumn => ({
  Name: 'q',
  Type: 'DOUBLE',
  Kind: 'number',
  Histogram: null,
  Min: null,
  Max: null,
  NullCount: 0,
  DistinctCount: 3,
  DistinctIsEstimated: false,
  AlmostKind: null,
  ...facts,
})

describe('columnRange', () => {
  it.each([
    [{ Min: '611', Max: '9840' }, '611–9,840'],
    [{ Min: '2460000.5', Max: '2460000.59375' }, '2,460,000.5–2,460,000.59'],
    [{ Min: '-9', Max: '-3.5' }, '-9 – -3.5'],
    [{ Min: '1', Max: '1' }, '1'],
    [{ Min: '0.000001', Max: '0.5' }, '1.00e-6–0.5'],
    [{ Min: '1.234,5', Max: '2.000,0' }, '1.234,5–2.000,0'],
    [{ Kind: 'time', Min: '2019-01-01', Max: '2024-11-20 10:00:00' }, '2019–2024'],
    [{ Kind: 'time', Min: '2024-01-01 00:00', Max: '2024-02-01 00:00' }, 'Jan 1 – Feb 1, 2024'],
    [{ Kind: 'time', Min: '2024-01-01 00:00', Max: '2024-01-01 09:00' }, 'Jan 1, 2024'],
    [{ Kind: 'text', DistinctCount: 3 }, '3 distinct'],
    [{ Kind: 'text', DistinctCount: 1 }, '1 distinct'],
    [{ Min: '1899', Max: '2024' }, '1899–2024'],
    [{ Name: 'discharge_m3s', Min: '1899', Max: '2024' }, '1,899–2,024'],
    [{ Kind: 'text', DistinctCount: 0 }, 'empty'],
  ] as const)('%j reads %s', (facts, words) => {
    expect(columnRange(column(facts))).toBe(words)
  })
})

it('marks what applies to the first rows only, and what was estimated', () => {
  expect(columnRange(column({ Min: '611', Max: '9840' }), true)).toBe('≈ 611–9,840')
  expect(columnRange(column({ Kind: 'text', DistinctCount: 31_524, DistinctIsEstimated: true }))).toBe(
    '≈ 31,500 distinct',
  )
})

it('has decimal points and thousands separators, whatever the file has', () => {
  const commas = { DecimalComma: true } as const
  expect(columnRange(column({ Min: '200,5', Max: '1236,5', ...commas }))).toBe('200.5–1,236.5')
  expect(columnRange(column({ Min: '1.234', Max: '2.000,5', ...commas }))).toBe('1,234–2,000.5')
  expect(columnRange(column({ Min: '1.899', Max: '2.024', ...commas }))).toBe('1,899–2,024')
  expect(columnRange(column({ Min: '2460000,5', Max: '2460000,59375', ...commas }))).toBe('2,460,000.5–2,460,000.59')
  expect(columnRange(column({ Min: "1'234.5", Max: '12,345.5' }))).toBe('1,234.5–12,345.5')
})

describe('binText', () => {
  it.each([
    [{ kind: 'number', value: 1234.5, groups: true }, '1,234.5'],
    [{ kind: 'number', value: 1950, groups: false }, '1950'],
    [{ kind: 'number', value: 0.00000012, groups: true }, '1.20e-7'],
    [{ kind: 'time', value: 1_704_067_200, groups: true }, '2024-01-01'],
  ] as const)('%j reads %s', ({ kind, value, groups }, words) => {
    expect(binText(kind, value, groups)).toBe(words)
  })
})

describe('missingShare', () => {
  it('is a share of the rows, or a count when there are few', () => {
    expect(missingShare(column({ NullCount: 0 }), 100)).toBeUndefined()
    expect(missingShare(column({ NullCount: 50 }), 100)).toBe('50% missing')
    expect(missingShare(column({ NullCount: 5 }), 10_000)).toBe('<1% missing')
    expect(missingShare(column({ NullCount: 9960 }), 10_000)).toBe('99% missing')
    expect(missingShare(column({ NullCount: 10_000 }), 10_000)).toBe('100% missing')
  })
})

describe('topValuesText', () => {
  it('lists the most frequent values with their shares, and the number of others', () => {
    const Top = [
      { Value: 'koeln', Rows: 50 },
      { Value: 'bonn', Rows: 25 },
    ]

    expect(topValuesText(column({ Kind: 'text', DistinctCount: 5, Top }), 100)).toBe('koeln 50%, bonn 25%, 3 more')
    expect(topValuesText(column({ Kind: 'text', DistinctCount: 2, Top }), 100)).toBe('koeln 50%, bonn 25%')
    expect(topValuesText(column({ Kind: 'text', DistinctCount: 900, Top }), 100_000)).toBeUndefined()
    expect(topValuesText(column({ Kind: 'text', DistinctCount: 2 }), 100)).toBeUndefined()
  })
})
