import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { day, flag, linkCode, oneOf, searchReader, searchText, texts, wholeNumber } = await import('./search-fields.ts')
const { encodeLink } = await import('./link-code.ts')

describe('searchReader', () => {
  it('reads known fields and leaves out those that are absent', () => {
    const reader = searchReader({
      tab: oneOf(['all', 'some'], 'all'),
      find: searchText(5),
      size: wholeNumber(1, 20, 50),
    })

    expect(reader.parse({ find: 2024, size: '30', other: 'x' })).toEqual({ tab: 'all', find: '2024', size: 30 })
    expect(Object.keys(reader.parse({}))).toEqual(['tab', 'size'])
  })
})

describe('fields', () => {
  it.each([0, 51, 1.5, '', 'many', null, undefined, [], Number.NaN])('reads %j as no whole number', (value) => {
    expect(wholeNumber(1, 20, 50)(value)).toBe(20)
  })

  it.each(['', 'abcdef', undefined, null, {}, ['a']])('reads %j as no text of up to five characters', (value) => {
    expect(searchText(5)(value)).toBeUndefined()
  })

  it.each(['2023-02-30', '2024-99-01', '2024-1-1', 'today', 20240101, undefined])('reads %j as no day', (value) => {
    expect(day(value)).toBeUndefined()
  })

  it('reads days, flags, words, link codes and texts', () => {
    const code = encodeLink('/api/Job/1')

    expect(day('2024-02-29')).toBe('2024-02-29')
    expect([flag(false)('yes'), flag(false)(true), flag()(0)]).toEqual([false, true, undefined])
    expect([oneOf(['a', 'b'])('b'), oneOf(['a', 'b'])('toString')]).toEqual(['b', undefined])
    expect([linkCode(code), linkCode('no link'), linkCode(5)]).toEqual([code, undefined, undefined])
    expect([texts(2)([1, 'b']), texts(2)([1, 2, 3]), texts(2)([]), texts(2)('a'), texts(2)([{}])]).toEqual([
      ['1', 'b'],
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
