import { describe, expect, it } from 'vitest'
import { columnKind } from './kinds.ts'

describe('columnKind', () => {
  it.each([
    [['1', '-2.5', '1e6', ''], '.', 'number'],
    [['1,234.5', '12'], '.', 'number'],
    [['1.234,5', '12,0'], ',', 'number'],
    [['1', 'NA', null, '-'], '.', 'number'],
    [['1', '2x'], '.', 'text'],
    [['2024-01-31', '2024-01-31 12:00', '2024-01-31T12:00:00Z'], '.', 'time'],
    [['31.12.2024', '1.2.2024 08:15'], ',', 'time'],
    [['12/31/2024'], '.', 'time'],
    [['31/12/2024'], '.', 'time'],
    [['true', 'FALSE'], '.', 'boolean'],
    [[null, ''], '.', 'text'],
    [['.', '-'], '.', 'text'],
  ] as const)('%j with %s is %s', (sample, decimal, kind) => {
    expect(columnKind(sample, decimal).kind).toBe(kind)
  })

  it('reads slashed dates as day first when a month cannot be that large', () => {
    expect(columnKind(['01/02/2024', '31/01/2024'], '.').timeFormats?.[0]).toBe('%d/%m/%Y')
    expect(columnKind(['01/02/2024', '01/31/2024'], '.').timeFormats?.[0]).toBe('%m/%d/%Y')
  })
})
