import { writeOds } from 'hucre/ods'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table } = testPreviews()

const READINGS: CellValue[][] = [
  ['Station', 'Measured', 'Level (cm)', 'Valid'],
  ['Köln', new Date('2026-01-02'), 312.5, true],
  ['Bonn, "old"', new Date('2026-01-03'), null, false],
]

const workbook = async (name: string, sheets: { name: string; rows: CellValue[][]; hidden?: boolean }[]) =>
  csv(name, await writeXlsx({ sheets }))

describe('the preview of a workbook', () => {
  it('shows the first sheet that is not empty, with types, and lists the others', async () => {
    const file = await workbook('readings.xlsx', [
      { name: 'Cover', rows: [] },
      { name: 'Readings', rows: READINGS },
      { name: 'Stations', rows: [['id'], ['07']] },
      { name: 'Secret', rows: [['x']], hidden: true },
    ])

    const { rows, facts, total } = await table(file)

    expect(facts).toMatchObject({ sheet: 'Readings', sheets: ['Cover', 'Readings', 'Stations'] })
    expect(facts.columns.map(({ Name, Kind }) => [Name, Kind])).toEqual([
      ['Station', 'text'],
      ['Measured', 'time'],
      ['Level (cm)', 'number'],
      ['Valid', 'boolean'],
    ])
    expect(rows).toEqual([
      ['Köln', '2026-01-02', '312.5', 'true'],
      ['Bonn, "old"', '2026-01-03', null, 'false'],
    ])
    expect(total).toBe(2)
  })

  it('shows another sheet, with its own rows, sort and search', async () => {
    const file = await workbook('two.xlsx', [
      { name: 'A', rows: [['a'], [1]] },
      {
        name: 'Zweite Größe',
        rows: [
          ['b', 'c'],
          [2, 'x'],
          [3, 'y'],
          [4, 'y'],
        ],
      },
    ])

    const sorted = await table(file, { sheet: 'Zweite Größe', sort: { column: 'b', descending: true } })
    expect(sorted.rows).toEqual([
      ['4', 'y'],
      ['3', 'y'],
      ['2', 'x'],
    ])
    expect((await table(file, { sheet: 'Zweite Größe', find: 'y' })).total).toBe(2)
    expect((await table(file)).rows).toEqual([['1']])
    await expect(table(file, { sheet: 'Nope' })).rejects.toMatchObject({
      code: 'preview-failed',
      message: 'two.xlsx has no sheet “Nope”. It has “A”, “Zweite Größe”.',
    })
  })

  it('finds the header below titles, and keeps cells with line breaks and rows of any width', async () => {
    const file = await workbook('titles.xlsx', [
      {
        name: 'Report',
        rows: [
          ['Gauge report 2026'],
          [],
          ['station', 'level', 'note'],
          ['Köln', 1, 'two\nlines'],
          ['Bonn', 2],
          ['Mainz', 3, '\t'],
        ],
      },
    ])

    const { rows, facts } = await table(file)

    expect(facts.columns.map(({ Name }) => Name)).toEqual(['station', 'level', 'note'])
    expect(rows[0]).toEqual(['Köln', '1', 'two\nlines'])
    expect(rows).toHaveLength(3)
  })

  it('skips covers of one row', async () => {
    const sheets = [
      { name: 'Cover', rows: [['See the data']] },
      { name: 'Readings', rows: READINGS },
    ]

    const shown = await table(csv('cover.xlsx', await writeXlsx({ sheets })))
    const cover = await table(csv('only.xlsx', await writeXlsx({ sheets: sheets.slice(0, 1) })))

    expect(shown.rows).toHaveLength(READINGS.length - 1)
    expect(shown.facts.notes).toContain('Skipped a sheet of one row: “Cover”.')
    expect(cover.facts.columns.map(({ Name }) => Name)).toEqual(['See the data'])
  })

  it('reads OpenDocument spreadsheets', async () => {
    const file = csv('readings.ods', await writeOds({ sheets: [{ name: 'Readings', rows: READINGS }] }))

    expect((await table(file)).rows[0]).toEqual(['Köln', '2026-01-02', '312.5', 'true'])
  })

  it.each([['empty', [{ name: 'A', rows: [] }], 'it.xlsx has no cells with values. Choose a workbook with a table.']])(
    'says why a workbook that is %s is not shown',
    async (_, sheets, message) => {
      await expect(table(await workbook('it.xlsx', sheets))).rejects.toMatchObject({ code: 'preview-failed', message })
    },
  )

  it('says that a damaged workbook, and an archive with another name, can’t be read', async () => {
    const whole = await writeXlsx({ sheets: [{ name: 'A', rows: READINGS }] })
    const message =
      /can’t be read as a workbook\. It may be damaged, or another kind of file\. Open it in Excel or LibreOffice, save it as XLSX and upload that file\.$/

    await expect(table(csv('cut.xlsx', whole.subarray(0, whole.length / 2)))).rejects.toThrow(message)
    const noise = Buffer.from(whole)
    noise.fill(7, 900, 1400)
    await expect(table(csv('noise.xlsx', noise))).rejects.toThrow()
  })

  it('says that a protected workbook needs its password removed', async () => {
    const bytes = await writeXlsx({
      sheets: [{ name: 'A', rows: READINGS }],
      encryption: { password: 'secret', spinCount: 1000 },
    })

    await expect(table(csv('locked.xlsx', bytes))).rejects.toThrow(
      'locked.xlsx is protected by a password. Remove the password and upload it again.',
    )
  })
})
