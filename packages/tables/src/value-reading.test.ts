import { describe, expect, it } from 'vitest'
import { areMixedTimes, orderOf, readingsOf, spellingOf } from './value-reading.ts'

const first = (cells: (string | null)[], decimal: '.' | ',' = '.') => readingsOf(cells, { decimal })[0]

describe('readingsOf', () => {
  it.each([
    [['1', '-2.5', '1e6', '.5'], '.', { kind: 'number', decimal: '.', thousands: '' }],
    [['1,5', '-2,25'], ',', { kind: 'number', decimal: ',', thousands: '' }],
    [['1.234,5', '12,0'], ',', { kind: 'number', decimal: ',', thousands: '.' }],
    [['1,234.5', '12,000'], '.', { kind: 'number', decimal: '.', thousands: ',' }],
    [['1 234,5', '2\u202f000,0', '3\u2009000,0'], ',', { kind: 'number', decimal: ',', thousands: ' ' }],
    [['+1 234', '+12 345', '+500'], '.', { kind: 'number', decimal: '.', thousands: ' ' }],
    [["1'234.5", "10'000"], '.', { kind: 'number', decimal: '.', thousands: "'" }],
    [['12,5', '13,25'], '.', { kind: 'number', decimal: ',', thousands: '' }],
    [['1.201,50-', '12,00'], ',', { kind: 'number', decimal: ',', thousands: '.', lastMinus: true }],
    [['true', 'FALSE'], '.', { kind: 'boolean' }],
  ] as const)('reads %j with decimal %s', (cells, decimal, reading) => {
    expect(first([...cells], decimal)).toEqual(reading)
  })

  it('reads numbers that only look like numbers with a code of their quality', () => {
    expect(first(['99998,7', '99999,1', '99999,9', '100000,2'], ',')).toMatchObject({ kind: 'number', decimal: ',' })
  })

  it('proposes times with and without an offset if only some have one', () => {
    const cells = ['01.05.2024 10:00', '01.05.2024 10:10', '01.05.2024 10:20 UTC']

    expect(readingsOf(cells, { decimal: '.' })).toMatchObject([{ hasZone: true }, { kind: 'time' }, { kind: 'text' }])
    expect(readingsOf(cells, { decimal: '.' })[1]).not.toHaveProperty('hasZone')
  })

  it('reads numbers with the unit that the name of the column has in brackets', () => {
    const cells = ['60.93 W', '61 W', '[N/A]']

    expect(readingsOf(cells, { name: 'power.draw [W]', decimal: '.' })[0]).toMatchObject({
      kind: 'number',
      sign: { text: 'W', isFirst: false },
    })
    expect(readingsOf(cells, { name: 'power.draw [kW]', decimal: '.' })[0]).toEqual({ kind: 'text' })
    expect(readingsOf([...cells, '5 kW'], { name: 'power.draw [W]', decimal: '.' })[0]).toEqual({ kind: 'text' })
  })

  it.each([[['2-', '3', '1-']], [['+0011,1', '-0005,5']], [['10132,1', '99999,9']]])(
    'reads no numbers in %j',
    (cells) => {
      expect(first(cells)).toEqual({ kind: 'text' })
    },
  )

  it.each([
    [['12.5%', '40 %'], '.', { text: '%', isFirst: false }],
    [['12,50 €', '-3 €'], ',', { text: '€', isFirst: false }],
    [['$1,200.50', '$7'], '.', { text: '$', isFirst: true }],
    [['21.5 °C', '-3.5°C'], '.', { text: '°C', isFirst: false }],
  ] as const)('reads %j as numbers with a sign', (cells, decimal, sign) => {
    expect(first([...cells], decimal)).toMatchObject({ kind: 'number', decimal, sign })
  })

  it.each([
    [['€12.50', '$40']],
    [['12.5%', '0.4']],
    [['5%a', '%5']],
    [['1.200 €', '950 €']],
    [['+49 221 456', '+1 234']],
    [['+49 221', '+49 1234']],
  ])('keeps %j as text', (cells) => {
    expect(first(cells)).toEqual({ kind: 'text' })
  })

  it.each([
    ['2024-03-01 12:00:00.123456789', undefined],
    ['2024-03-01T12:00:00.1234567Z', 'times with offsets, converted to UTC'],
  ])('says what it reads of %s', (cell, spelling) => {
    const reading = first([cell, '2024-03-01 12:00:00'.replace(' ', cell.includes('Z') ? 'T' : ' ')])

    expect(reading && spellingOf(reading)).toBe(spelling)
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
    ['20240301 1215', false],
    ['01:03:2024', true],
    ['2024:03:01 12:15', false],
    ['20240301', true],
    ['2024030117', false],
    ['17880101', true],
    ['03/01/24 05:07:09 PM', false],
    ['2024.03.01 08:15', false],
    ['Mar 9, 2024', true],
    ['Jan 1 2000', true],
    ['9 March 2024', true],
    ['Sat Mar  9 05:07:09 2024', false],
    ['2024-03', true],
  ])('reads %s as a time', (cell, dateOnly) => {
    expect(first([cell, cell])).toMatchObject({ kind: 'time', dateOnly })
  })

  it.each([
    ['leading zeros, which mark identifiers', ['00123', '00124']],
    ['more digits than a number can represent', ['1234567890123456789', '1234567890123456788']],
    ['texts', ['a', '1']],
    ['nothing', [null, '', 'n/a']],
  ])('keeps %s as text', (_, cells) => {
    expect(first(cells)).toEqual({ kind: 'text' })
  })

  it('reads seconds since 1970 as times only if the column name says so', () => {
    const seconds = ['1709961000', '1709961600']

    expect(readingsOf(seconds, { name: 'unix_time', decimal: '.' })[0]).toMatchObject({ written: 'seconds' })
    expect(readingsOf(['1709961000000'], { name: 'timestamp', decimal: '.' })[0]).toMatchObject({
      written: 'milliseconds',
    })
    expect(readingsOf(seconds, { name: 'serial', decimal: '.' })[0]).toMatchObject({ kind: 'number' })
  })

  it('reads the typographic minus sign', () => {
    expect(first(['\u22125.5', '1.0'])).toEqual({ kind: 'number', decimal: '.', thousands: '', longMinus: true })
  })

  it('reads a column as numbers despite words for “no value” and a few mismatches', () => {
    const cells = [...Array.from({ length: 18 }, (_, at) => `${at}.5`), 'NA', '---', 'err']

    expect(first(cells)).toMatchObject({ kind: 'number' })
  })

  it('returns both orders of day and month if slashes are ambiguous', () => {
    const orders = (decimal: '.' | ',') => readingsOf(['01/02/2024', '03/04/2024'], { decimal }).map(orderOf)

    expect(orders('.')).toEqual(['month/day/year', 'day/month/year', undefined])
    expect(orders(',')).toEqual(['day/month/year', 'month/day/year', undefined])
  })
})

describe('areMixedTimes', () => {
  it('finds times in several formats, and nothing in other texts', () => {
    const days = ['2024-01-01', '02.01.2024', '01/03/2024', '04 Jan 2024', '2024-01-05T00:00:00Z', 'n/a', null]

    expect(areMixedTimes(days)).toBe(true)
    expect(areMixedTimes(['Köln', 'Bonn', '2024-01-01'])).toBe(false)
    expect(areMixedTimes(['20240101', '20240102', '7'])).toBe(false)
    expect(areMixedTimes(['1.20.30', '2.45.60', '10.22.33'])).toBe(false)
    expect(areMixedTimes([null, 'n/a'])).toBe(false)
  })
})
