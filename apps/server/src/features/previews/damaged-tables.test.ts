import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table } = testPreviews()

describe('a broken table', () => {
  it('is shown without its irregular lines, which are listed', async () => {
    const lines = Array.from({ length: 20_000 }, (_, row) => (row === 18_202 ? '1,2,3,4' : `${row},x,y`))

    const { facts, total } = await table(csv('ragged.csv', `a,b,c\n${lines.join('\n')}\n`))

    expect(total).toBe(19_999)
    expect(facts.notes).toEqual([
      '1 row with more cells than the table has columns was left out; the first is row 18,203 (line 18,204).',
    ])
  })

  it('is refused with its first irregular line if many are irregular', async () => {
    const lines = Array.from({ length: 500 }, (_, row) => (row % 4 === 3 ? '1,2,3,4,5' : '1,2,3'))

    await expect(table(csv('hopeless.csv', `a,b,c\n${lines.join('\n')}\n`))).rejects.toMatchObject({
      code: 'preview-failed',
      message: expect.stringContaining('Row 4 of hopeless.csv (line 5) has 5 columns where the header names 3.'),
    })
  })

  it('with short rows is shown with padded rows, even next to values that span lines', async () => {
    const { rows } = await table(csv('short.csv', 'a,b\n1,"two\nlines"\n2\n3,x\n'))

    expect(rows).toEqual([
      ['1', 'two\nlines'],
      ['2', null],
      ['3', 'x'],
    ])
  })

  it('with a quotation mark that is never closed is shown with all its lines', async () => {
    const lines = Array.from({ length: 100_000 }, (_, row) => (row === 7 ? '5,"oops' : `${row},fine`))

    const { rows, total, facts } = await table(csv('quote.csv', `a,b\n${lines.join('\n')}\n`))

    expect(rows[7]).toEqual(['5', '"oops'])
    expect(total).toBe(100_000)
    expect(facts.notes[0]).toContain('never closed')
  })

  it.each([
    ['NUL bytes', 'a,b\n1,\0x\n', [['1', 'x']]],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'old Mac line ends',
      'a,b\r1,2\r3,4\r',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['only a header', 'a,b\n', []],
    ['nothing at all', '', []],
  ])('with %s is shown', async (name, content, rows) => {
    expect((await table(csv(`${name}.csv`, content))).rows).toEqual(rows)
  })

  it('with one endless line is refused at once', async () => {
    const file = csv('endless.csv', `a,b\n1,${'x'.repeat(20_000_000)}\n2,3\n`)

    await expect(table(file)).rejects.toThrow('A row of endless.csv is longer than 1.5 MB')
  })
})
