import { describe, expect, it } from 'vitest'
import { type JsonValue, jsonRows, opensAtFirst, pathText, plainText, readJson, summaryOf } from './json-rows.ts'

const FILE: JsonValue = { project: 'Rhine', stations: [{ id: 1, 'a/b': null }, { id: 2 }], 'odd key': true }

describe('jsonRows', () => {
  it('lists a tree in reading order with its depth and its pointers', () => {
    const rows = jsonRows(FILE, () => true)

    expect(rows.map(({ pointer, depth }) => [pointer, depth])).toEqual([
      ['', 0],
      ['/project', 1],
      ['/stations', 1],
      ['/stations/0', 2],
      ['/stations/0/id', 3],
      ['/stations/0/a~1b', 3],
      ['/stations/1', 2],
      ['/stations/1/id', 3],
      ['/odd key', 1],
    ])
  })

  it('leaves out what is folded, and counts it', () => {
    const rows = jsonRows(FILE, (pointer) => pointer === '')

    expect(rows).toHaveLength(4)
    expect(rows[2]).toMatchObject({ name: 'stations', size: 2, isOpen: false })
  })

  it('initially opens the top level, and leaves very long lists folded', () => {
    const rows = jsonRows({ short: [1], long: Array(3000).fill(0) }, opensAtFirst)

    expect(rows.map(({ name }) => name)).toEqual([undefined, 'short', '0', 'long'])
  })

  it('shows a key such as __proto__ like any other', () => {
    const value = JSON.parse('{"__proto__": {"polluted": true}}')

    expect(jsonRows(value, () => true).map(({ pointer }) => pointer)).toEqual(['', '/__proto__', '/__proto__/polluted'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('walks trees of any depth', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)

    expect(jsonRows(deep, () => true)).toHaveLength(50_000)
  })
})

describe('summaryOf', () => {
  it.each([
    [{ id: 7, name: 'Köln', position: { lat: 1 }, tags: [1] }, '{ id: 7, name: "Köln", position: {…}, tags: […] }'],
    [[1, null, true], '[ 1, null, true ]'],
    [{ text: 'x'.repeat(200), other: 1 }, '{ … }'],
  ])('%j reads %s', (value, text) => {
    expect(summaryOf(value as JsonValue)).toBe(text)
  })
})

describe('pathText', () => {
  it.each([
    ['', '$'],
    ['/stations/0/id', '$.stations[0].id'],
    ['/odd key/a~1b', '$["odd key"]["a/b"]'],
  ])('%j reads %s', (pointer, text) => {
    expect(pathText(pointer)).toBe(text)
  })
})

describe('readJson', () => {
  it('keeps numbers that JavaScript would change, even in summaries', () => {
    const value = readJson('{"id": 12345678901234567890, "all": [9007199254740993, 1e400, 1.50, -0, 1e+100]}', false)
    const rows = jsonRows(value ?? null, () => true)

    const shown = rows.filter(({ size }) => size === undefined).map((row) => plainText(row.value))
    expect(shown).toEqual(['12345678901234567890', '9007199254740993', '1e400', '1.5', '-0', '1e+100'])
    expect(summaryOf(value ?? null)).toBe('{ id: 12345678901234567890, all: […] }')
  })

  it('returns a whole file, or nothing if it is not JSON', () => {
    expect(readJson('{"a": 1}', false)).toEqual({ a: 1 })
    expect(readJson('{"a": ', false)).toBeUndefined()
  })

  it.each([
    ['{"a": [1, 2, {"b": "c, d"}, {"e": "half', { a: [1, 2, { b: 'c, d' }] }],
    ['[{"a": "x\\"y"}, {"b": tr', [{ a: 'x"y' }]],
    ['{"list": [1, 2, 3', { list: [1, 2] }],
  ])('returns the complete values of a truncated text: %s', (text, value) => {
    expect(readJson(text, true)).toEqual(value)
  })
})
