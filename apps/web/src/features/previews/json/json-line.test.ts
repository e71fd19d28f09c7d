import { describe, expect, it } from 'vitest'
import { jsonLine } from './json-line.ts'
import { jsonRows } from './json-rows.ts'

const FILE = { readings: [['2024-03-01', 300]], station: { name: 'Köln', position: { lat: 51 } } }

function linesOf(isOpen: (pointer: string) => boolean) {
  return jsonRows(FILE, isOpen).map((row) => {
    const { name, text, note } = jsonLine(row)
    return [name, text, note]
  })
}

describe('a row of a tree', () => {
  it('counts what an open value contains, without a bracket that nothing closes', () => {
    expect(linesOf((pointer) => pointer === '' || pointer === '/readings').slice(0, 3)).toEqual([
      [undefined, '', '2 keys'],
      ['readings', '', '1 value'],
      ['0', '[ "2024-03-01", 300 ]', undefined],
    ])
  })

  it('counts what a folded value contains if its summary leaves something out', () => {
    expect(linesOf((pointer) => pointer === '')).toContainEqual([
      'station',
      '{ name: "Köln", position: {…} }',
      '2 keys',
    ])
  })
})
