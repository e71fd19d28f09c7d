import { describe, expect, it } from 'vitest'
import { readingsOf } from './value-reading.ts'

const first = (cells: (string | null)[], decimal: '.' | ',' = '.') => readingsOf(cells, decimal)[0]

describe('readingsOf', () => {
  it.each([
    [['1', '-2.5', '1e6', '.5'], '.', { kind: 'number', decimal: '.', thousands: '' }],
    [['1,5', '-2,25'], ',', { kind: 'number', decimal: ',', thousands: '' }],
    [['1.234,5', '12,0'], ',', { kind: 'number', decimal: ',', thousands: '.' }],
    [['1,234.5', '12,000'], '.', { kind: 'number', decimal: '.', thousands: ',' }],
    [['1 234,5', '2\u202f000,0'], ',', { kind: 'number', decimal: ',', thousands: ' ' }],
    [["1'234.5", "10'000"], '.', { kind: 'number', decimal: '.', thousands: "'" }],
    [['12,5', '13,25'], '.', { kind: 'number', decimal: ',', thousands: '' }],
    [['true', 'FALSE'], '.', { kind: 'boolean' }],
  ] as const)('reads %j with decimal %s', (cells, decimal, reading) => {
    expect(first([...cells], decimal)).toEqual(reading)
  })

  it.each([
    ['2024-03-01', true],
    ['2024-03-01T12:00:00Z', false],
    ['2024-03-01 12:00:00.5+01:00', false],
    ['01.03.2024', true],
    ['1.3.24 08:15', false],
    ['2024/03/01 08:15', false],
    ['03/25/2024 08:15', false],
    ['01-Mar-2024', true],
    ['202403011215', false],
    ['20240301', true],
  ])('reads %s as a time', (cell, dateOnly) => {
    expect(first([cell, cell])).toMatchObject({ kind: 'time', dateOnly })
  })

  it.each([
    ['zeros in front, which make a name of a number', ['00123', '00124']],
    ['more digits than a number keeps', ['1234567890123456789', '1234567890123456788']],
    ['texts', ['a', '1']],
    ['nothing', [null, '', 'n/a']],
  ])('leaves %s as text', (_, cells) => {
    expect(first(cells)).toEqual({ kind: 'text' })
  })

  it('does not let words for "no value" or a few strays keep a column from being numbers', () => {
    const cells = [...Array.from({ length: 18 }, (_, at) => `${at}.5`), 'NA', '---', 'err']

    expect(first(cells)).toMatchObject({ kind: 'number' })
  })

  it('knows both orders of day and month when a slash leaves it open', () => {
    const notes = readingsOf(['01/02/2024', '03/04/2024'], '.').map((reading) => 'note' in reading && reading.note)

    expect(notes).toEqual(['month/day/year', 'day/month/year', false])
  })
})
