import { describe, expect, it } from 'vitest'
import { readContent } from '#testing-reading.ts'

describe('a table with lines below it', () => {
  it.each([
    ['a count', 'a,b,c\n', '\n(12 rows)\n', '1 line below the table was left out, such as “(12 rows)”.'],
    [
      'settings with values',
      'a,b,c,d\n',
      '\nRate 600\nMode,fast\n',
      '2 lines below the table were left out, such as “Rate 600”.',
    ],
    [
      'remarks below a ruled line',
      ';a;b\n',
      '__________\nAll data from 2024.\n',
      '2 lines below the table were left out, such as “All data from 2024.”.',
    ],
  ])('leaves out %s below a table', async (_, header, footer, note) => {
    const delimiter = header.includes(';') ? ';' : ','
    const columns = header.split(delimiter).length
    const row = (at: number) => [delimiter === ';' ? 'x' : at, ...Array(columns - 1).fill(1.5)].join(delimiter)
    const rows = Array.from({ length: 12 }, (_row, at) => `${row(at)}\n`).join('')

    const { table, said } = await readContent('a.csv', `${header}${rows}${footer}`)

    expect(table.rows).toBe(12)
    expect(table.skippedRows).toBe(Number.parseInt(note, 10))
    expect(said.slice(-1)).toEqual([note])
    expect(table.columns.map(({ kind }) => kind)).toContain('number')
  })

  it('leaves out remarks and comments in a file with columns that are separated by spaces', async () => {
    const rows = Array.from({ length: 12 }, (_row, at) => `${at} 1.5 2.5\n`).join('')

    const { table, said } = await readContent(
      'a.txt',
      `#Fields: a b c\n${rows}#Fields: a b c\n${rows}END OF DATA FILE\n`,
    )

    expect(table.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['a number', 'b number', 'c number'])
    expect(table.rows).toBe(24)
    expect(said.slice(1)).toEqual([
      '1 comment between the rows was left out; the first is on line 14.',
      '1 line below the table was left out, such as “END OF DATA FILE”.',
    ])
  })

  it.each([
    ['an identifier', 'X7,,\n'],
    ['a status beside a value', '13,off,\n'],
    ['a total', 'Total,,100\n'],
    ['a single word', 'blank,,\n'],
    ['text in two of four columns', 'ongoing,Kaub,,\n'],
    ['a phrase beside text', 'not yet,Kaub,,\n'],
  ])('keeps a last row with %s', async (_, last) => {
    const others = ',2'.repeat(last.split(',').length - 2)
    const rows = Array.from({ length: 12 }, (_row, at) => `${at},1.5${others}\n`).join('')

    const { table } = await readContent('a.csv', `a,b${others.replaceAll('2', 'c')}\n${rows}${last}`)

    expect(table).toMatchObject({ rows: 13, skippedRows: 0 })
  })

  it.each([
    ['identifiers', 'X7,,,\nblank,,,\n(14 rows)\n', 14],
    ['a phrase above an identifier', 'not measured,,,\nX7,,,\n(14 rows)\n', 14],
    ['a row without other cells', '12,,,\n(13 rows)\n', 13],
    ['text in two columns', 'ongoing,Kaub,,\n----------\nX7\n', 13],
  ])('keeps %s above the lines below a table', async (_, last, kept) => {
    const rows = Array.from({ length: 12 }, (_row, at) => `${at},1.5,2,3\n`).join('')

    const { table } = await readContent('a.csv', `a,b,c,d\n${rows}${last}`)

    expect(table.rows).toBe(kept)
    expect(table.skippedRows).toBe(last.includes('X7\n') ? 2 : 1)
  })

  it('keeps a table that ends with many rows of a single cell', async () => {
    const narrow = 'not measured,,\n'.repeat(51)

    const { table } = await readContent('a.csv', `a,b,c\n${'1,2,3\n'.repeat(300)}${narrow}`)

    expect(table).toMatchObject({ rows: 351, skippedRows: 0 })
  })

  it('counts a line below the table only once, and rows with too few cells above it', async () => {
    const rows = Array.from({ length: 12 }, (_row, at) => (at === 4 ? '4,1.5\n' : `${at},1.5,2\n`)).join('')

    const { said } = await readContent('a.csv', `a,b,c\n${rows}End of data,,\n(12 rows)\n`)

    expect(said.slice(1)).toEqual([
      '1 row with too few cells was padded with empty cells; the first is row 5 (line 6).',
      '2 lines below the table were left out, such as “End of data”.',
    ])
  })

  it('splits a row of words and missing values at its spaces', async () => {
    const rows = Array.from({ length: 40 }, (_row, at) => `x${at} 1.5 2.5\n`).join('')

    const { table, engine } = await readContent('a.txt', `name level flow\n${rows}Köln NaN\n`)

    expect(await engine.rows(`SELECT name, level FROM ${table.view} WHERE flow IS NULL`)).toEqual([
      { name: 'Köln', level: null },
    ])
    await expect(readContent('a.txt', `name level flow\n${rows}New York NaN NaN\n`)).rejects.toThrow(/has 4 columns/)
  })
})
