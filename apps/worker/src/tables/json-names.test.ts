import { describe, expect, it } from 'vitest'
import { readJson } from '#testing-reading.ts'

describe('JSON with odd names', () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `k${n}`)

  it.each([
    ['one object', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))],
    ['an array of objects', JSON.stringify(names.map((name) => ({ [name]: 1 })))],
    ['one object per line', names.map((name) => JSON.stringify({ [name]: 1 })).join('\n')],
  ])('FLT21 is refused with the number of its names: %s', { timeout: 60_000 }, async (_, content) => {
    await expect(readJson(content)).rejects.toThrow('a.json has 100,000 columns; a step accepts up to 4,000.')
  })

  it('FLT21 is refused with a name that an object has twice', async () => {
    const twice = '[{"a": 1, "b": {"c": 1, "c": 2}}, {"a": 3}]'

    await expect(readJson(twice)).rejects.toThrow(
      'a.json contains an object with the duplicate key “c”. Rename or remove',
    )
    await expect(readJson('{"a": 1, "a": 2}\n{"a": 3}\n')).rejects.toThrow('the duplicate key “a”')
    await expect(readJson('{"a": [1], "b": [3], "a": [2]}')).rejects.toThrow('the duplicate key “a”')
    await expect(readJson('{"rows": [{"a": 1, "\\"": "b:", "\\"": 2}]}')).rejects.toThrow('the duplicate key “"”')
  })

  it('notes the new names of a column without a name and of one whose name differs from another only in case', async () => {
    const { rows, said } = await readJson('[{"a": 1, "A": 2, "": 3, "C3": 4}, {"B": 5, "b": 6, "A_1": 7}]')

    expect(rows).toEqual([
      { a: 1, 'A (2)': 2, 'column 3': 3, C3: 4, B: null, 'b (2)': null, A_1: null },
      { a: null, 'A (2)': null, 'column 3': null, C3: null, B: 5, 'b (2)': 6, A_1: 7 },
    ])
    expect(said.slice(1)).toEqual([
      'The column without a name is named column 3.',
      'Duplicate column names were changed to A (2), b (2).',
    ])
  })

  it('also says so if the column first occurs far down, and in one object per line', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `{"level":${n}}\n`)

    const { types, said } = await readJson(`${lines.join('')}{"Level":1}\n`)

    expect(types).toEqual(['level BIGINT', 'Level (2) BIGINT'])
    expect(said.slice(1)).toEqual(['Duplicate column names were changed to Level (2).'])
  })

  it.each([
    ['beside the key', '[{"a": 1, "": 2, "C1": 3, "A": 4}]', { a: 1, 'column 2': 2, C1: 3, 'A (2)': 4 }],
    ['after the key', '{"C1": 1, "": 2, "C1_1": 3}\n{"C1": 1, "": 2, "C1_1": 3}\n', { C1: 1, 'column 2': 2, C1_1: 3 }],
    ['beside the key in lowercase', '[{"": 1, "c0": 2}]', { 'column 1': 1, c0: 2 }],
  ])('keeps a column without a name %s that the engine would use as its name', async (_, content, row) => {
    const { rows } = await readJson(content)

    expect(rows[0]).toEqual(row)
  })

  it('keeps a column without a name if the key that the engine would use as its name first occurs far down', async () => {
    const lines = Array.from({ length: 30_000 }, () => '{"id":123456789012345678901,"":1}\n')

    const { rows, said } = await readJson(`${lines.join('')}{"":2,"C1":"x"}\n`)

    expect(rows[0]).toEqual({ id: Number('123456789012345678901'), 'column 2': 1, C1: null })
    expect(rows.at(-1)).toEqual({ id: null, 'column 2': 2, C1: 'x' })
    expect(said.slice(1)).toEqual(['The column without a name is named column 2.'])
  })

  it.each([
    ['columns and data', { columns: ['a', 'a', '', 'A', '2020', '2019'], data: [[1, 2, 3, 4, 5, 6], [7]] }],
    ['arrays below a header', [['a', 'a', '', 'A', '2020', '2019'], [1, 2, 3, 4, 5, 6], [7]]],
    [
      'columns and data inside',
      { table: { columns: ['a', 'a', '', 'A', '2020', '2019'], data: [[1, 2, 3, 4, 5, 6], [7]] } },
    ],
  ])('keeps all columns of a header with repeated names in their order: %s', async (_, content) => {
    const { types, rows, said } = await readJson(content)

    expect(types.map((type) => type.replace(/ \w+$/, ''))).toEqual(['a', 'a (2)', 'column 3', 'A (3)', '2020', '2019'])
    expect(rows.map((row) => Object.values(row))).toEqual([
      [6, 5, 1, 2, 3, 4],
      [null, null, 7, null, null, null],
    ])
    expect(said.slice(-2)).toEqual([
      'The column without a name is named column 3.',
      'Duplicate column names were changed to a (2), A (3).',
    ])
  })

  it.each([
    ['columns and data', { columns: ['a', 'b'], data: [[1, 2, 3], [4, 5, 6, null], [7]] }],
    ['arrays below a header', [['a', 'b'], [1, 2, 3], [4, 5, 6, null], [7]]],
  ])('keeps cells beyond the header in a column without a name: %s', async (_, content) => {
    const { rows, said } = await readJson(content)

    expect(rows).toEqual([
      { a: 1, b: 2, 'column 3': 3 },
      { a: 4, b: 5, 'column 3': 6 },
      { a: 7, b: null, 'column 3': null },
    ])
    expect(said.slice(1)).toEqual(['The column without a name is named column 3.'])
  })

  it('keeps cells beyond the first of arrays without a header', async () => {
    const { rows } = await readJson([[1], [2, null, 3], [4, null]])

    expect(rows).toEqual([
      { 'column 1': 1, 'column 2': null, 'column 3': null },
      { 'column 1': 2, 'column 2': null, 'column 3': 3 },
      { 'column 1': 4, 'column 2': null, 'column 3': null },
    ])
  })

  it('keeps names that only look as if they had been changed', async () => {
    const { types, said } = await readJson('[{"C0": 1, "level": 2, "level_1": 3}]')

    expect(types).toEqual(['C0 BIGINT', 'level BIGINT', 'level_1 BIGINT'])
    expect(said.slice(1)).toEqual([])
  })

  it('may have names that differ only in case, except in nested objects', async () => {
    const { rows } = await readJson('[{"a": 1, "A": 2}]')

    expect(rows).toEqual([{ a: 1, 'A (2)': 2 }])
    const fault =
      'Nested objects in a.json have names that differ only in case, such as “C”. Spell the name the same in all of them, or rename one.'
    await expect(readJson('[{"b": {"c": 1, "C": 2}}]')).rejects.toThrow(fault)
    await expect(readJson('[{"b": {"c": 1}}, {"b": {"C": 2}}]')).rejects.toThrow(fault)
  })
})
