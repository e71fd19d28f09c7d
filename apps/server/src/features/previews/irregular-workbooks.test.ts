import { randomBytes } from 'node:crypto'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import { IS_LONG } from '@millrace/tables/testing/long'
import { workbookSheet } from '@millrace/tables/workbook'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { openFiles } from '#testing/open-files.ts'
import { testPreviews } from '#testing/previews.ts'

const { csv, table, open } = testPreviews()

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Parts {
  rows: string
  strings?: string
  styles?: string
  prefix?: string
  workbook?: string
  /** XML that follows the rows of the sheet. */
  after?: string
}

/** Builds a workbook with one sheet from the XML of the sheet. */
function workbookOf({ rows, strings = '', styles = '', prefix = '', workbook = '', after = '' }: Parts): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) => `<?xml version="1.0"?><Relationships>${all.join('')}</Relationships>`
  const root = (name: string, content: string) =>
    `<?xml version="1.0"?><${prefix}${name} xmlns${prefix ? `:${prefix.slice(0, -1)}` : ''}="${MAIN}">${content}</${prefix}${name}>`
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', '/xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: root(
        'workbook',
        `${workbook}<${prefix}sheets><${prefix}sheet name="A &amp; B" sheetId="7" r:id="rId9"/></${prefix}sheets>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('rId9', 'worksheet', 'worksheets/data.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
        relation('rId3', 'styles', 'styles.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', content: root('sst', strings) },
    { name: 'xl/styles.xml', content: root('styleSheet', styles) },
    {
      name: 'xl/worksheets/data.xml',
      content: root('worksheet', `<${prefix}sheetData>${rows}</${prefix}sheetData>${after}`),
    },
  ])
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

function rowOf(...cells: (string | number)[]): string {
  const written = cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : cell && text(cell)))
  return `<row>${written.map((cell) => cell || '<c/>').join('')}</row>`
}

describe('the preview of a workbook by an unusual program', { tags: 'long' }, () => {
  it('reads tags with a prefix, attributes in single quotes, and rows and cells without references', async () => {
    const rows = `<x:row>${text('name').replaceAll('<', '<x:').replaceAll('<x:/', '</x:')}<x:c t='inlineStr'><x:is><x:t>level</x:t></x:is></x:c></x:row>
      <x:row r='3'><x:c t='s'><x:v>1</x:v></x:c><x:c r='B3'><x:v>2.50</x:v></x:c></x:row>`
    const strings = '<x:si><x:t>unused</x:t></x:si><x:si><x:t>Köln</x:t></x:si>'

    const { rows: shown, facts } = await table(csv('prefix.xlsx', workbookOf({ rows, strings, prefix: 'x:' })))

    expect(facts).toMatchObject({ sheet: 'A & B' })
    expect(shown).toContainEqual(['Köln', '2.5'])
  })

  it('joins the runs of a string, without the hints for pronunciation, and decodes its characters', async () => {
    const strings =
      '<si><t>city</t></si><si><r><rPr/><t>Tō</t></r><r><t xml:space="preserve">kyō </t></r><rPh sb="0" eb="1"><t>ト</t></rPh></si>' +
      '<si><t>a&lt;b &#x20AC;_x000D_</t></si><si><t/></si><si><t>note</t></si>'
    const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>4</v></c></row><row><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>
      <row><c t="s"><v>3</v></c><c t="s"><v>99999999</v></c></row><row><c t="str"><f>"x"</f><v>x</v></c><c t="e"><v>#N/A</v></c></row>`

    const { rows: shown } = await table(csv('runs.xlsx', workbookOf({ rows, strings })))

    expect(shown[0]?.[0]?.trim()).toBe('Tōkyō')
    expect(shown[0]?.[1]?.trim()).toBe('a<b €')
    expect(shown.at(-1)?.[0]).toBe('x')
  })

  it('shows dates, times of day and durations as their formats say', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/>
      <numFmt numFmtId="166" formatCode="[$-407]dd/\\ mmmm\\ yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`
    const row = (serial: number) =>
      `<row>${[1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>${style === 2 ? serial % 1 : style === 3 ? serial - 44_999 : serial}</v></c>`).join('')}</row>`
    const head = `<row>${['day', 'clock', 'lasted', 'days', 'moment'].map(text).join('')}</row>`

    const { rows } = await table(
      csv('times.xlsx', workbookOf({ rows: head + row(45_000.25) + row(45_001.75), styles })),
    )

    expect(rows[0]).toEqual(['2023-03-15 06:00:00', '06:00:00', '30:00:00', '45000.25', '2023-03-15 06:00:00'])
  })

  it('reads numbers that are written with an exponent', async () => {
    const rows = `<row>${text('atoms')}</row>${rowOf(20)}<row><c><v>1.5E+18</v></c></row>`

    const { rows: shown } = await table(csv('atoms.xlsx', workbookOf({ rows })))

    expect(shown).toEqual([['20'], ['1.5e+18']])
  })

  it('keeps all digits of long whole numbers', async () => {
    const rows = '<row><c t="inlineStr"><is><t>id</t></is></c></row><row><c><v>4611686018427387905</v></c></row>'

    expect((await table(csv('ids.xlsx', workbookOf({ rows })))).rows).toEqual([['4611686018427387905']])
  })

  it('counts days from 1904 where the workbook says so', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    const rows = `<row>${text('day')}${text('n')}</row><row><c s="0"><v>1</v></c><c s="9"><v>1</v></c></row>`
    const file = workbookOf({ rows, styles, workbook: '<workbookPr date1904="1"/>' })

    expect((await table(csv('mac.xlsx', file))).rows).toEqual([['1904-01-02', '1']])
  })

  it('fills merged cells down, but not a title, an empty row, a cell with its own value or a cell outside the sheet', async () => {
    const outside = ['XFE3:XFE4', 'C3:C1048577']
    const merged = ['A1:C1', 'A3:A4', 'A5:B7', 'A8:A1048576', ...outside].map((ref) => `<mergeCell ref="${ref}"/>`)
    const rows = [
      rowOf('Rain 2024', '', ''),
      rowOf('region', 'year', 'mm'),
      rowOf('North', 2023, 1),
      rowOf('', 2024, 2),
      rowOf('South', 2023, 3),
      rowOf('own', 2024, 4),
      rowOf('', 2025, 5),
      rowOf('West', 2023, 6),
    ]
    const after = `<mergeCells>${merged.join('')}</mergeCells>`

    const { rows: shown, facts } = await table(csv('merged.xlsx', workbookOf({ rows: rows.join(''), after })))

    expect(shown).toEqual([
      ['North', '2023', '1'],
      ['North', '2024', '2'],
      ['South', '2023', '3'],
      ['own', '2024', '4'],
      ['South', '2025', '5'],
      ['West', '2023', '6'],
    ])
    expect(facts.notes).toContain('3 merged cells were filled down to each of their rows.')
  })

  it('names columns by a header of two rows with merged cells', async () => {
    const rows = [
      rowOf('region', 'rain', '', 'sun', ''),
      rowOf('', 'min', 'max', 'min', 'max'),
      rowOf('North', 1, 2, 3, 4),
      rowOf('South', 5, 6, 7, 8),
    ]
    const merged = ['A1:A2', 'B1:C1', 'D1:E1'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const after = `<mergeCells>${merged}</mergeCells>`

    const { facts } = await table(csv('header.xlsx', workbookOf({ rows: rows.join(''), after })))

    expect(facts.columns.map(({ Name }) => Name)).toEqual(['region', 'rain min', 'rain max', 'sun min', 'sun max'])
    expect(facts.notes).toContain(
      'The column names are joined from two rows: region, rain min, rain max, sun min, sun max.',
    )
  })

  it.each([
    ['numbers', [rowOf('A', 1, 2, 3), rowOf('A', 'failed', '', '')], 3],
    ['texts', [rowOf('A', 'low', 'weak', 'fog'), rowOf('A', 'failed', '', '')], 3],
    ['no others above', [rowOf('A', 'failed', '', '')], 2],
  ])('leaves values beside merged cells in their row, with %s', async (_, above, merged) => {
    const rows = [
      rowOf('station', 'level', 'flow', 'rain'),
      ...above,
      rowOf('A', 'none', 'n', 'drizzle'),
      rowOf('B', 7, 8, 9),
    ]
    const after = `<mergeCells><mergeCell ref="B${merged}:C${merged}"/></mergeCells>`

    const { rows: shown } = await table(csv('remark.xlsx', workbookOf({ rows: rows.join(''), after })))

    expect(shown.slice(merged - 2, merged)).toEqual([
      ['A', 'failed', null, null],
      ['A', 'none', 'n', 'drizzle'],
    ])
  })

  it.each([
    ['a word', 'temp', ['temp min', 'temp max']],
    ['a year', 2023, ['min', 'max']],
  ])('does not add a column beside merged cells to their group, which is named by %s', async (_, group, names) => {
    const rows = [
      rowOf('Levels', '', '', ''),
      rowOf('time', group, '', ''),
      rowOf('', 'min', 'max', 'rain'),
      rowOf('2024-02-01', 1, 2, 3),
      rowOf('2024-02-02', 4, 5, 6),
    ]
    const after = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B2:C2"/></mergeCells>'

    const { facts } = await table(csv('beside.xlsx', workbookOf({ rows: rows.join(''), after })))

    expect(facts.columns.map(({ Name }) => Name)).toEqual(['time', ...names, 'rain'])
  })

  it('does not add a column beside groups named by years to the last group', async () => {
    const rows = [
      rowOf('station', 2023, '', 2024, '', ''),
      rowOf('', 'min', 'max', 'min', 'max', 'rain'),
      rowOf('A', 1, 2, 3, 4, 5),
      rowOf('B', 6, 7, 8, 9, 10),
    ]
    const after = '<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="D1:E1"/></mergeCells>'

    const { facts } = await table(csv('years.xlsx', workbookOf({ rows: rows.join(''), after })))

    const names = ['station', '2023 min', '2023 max', '2024 min', '2024 max', 'rain']
    expect(facts.columns.map(({ Name }) => Name)).toEqual(names)
  })

  it('counts the columns of a table that does not start in the first one', async () => {
    const rows = [rowOf('', '', 'station', 'level'), rowOf('', '', 'Köln', 3), rowOf('', '', 'Bonn', 4)]

    const { facts } = await table(csv('shifted.xlsx', workbookOf({ rows: rows.join('') })))

    expect(facts.totalColumns).toBe(2)
    expect(facts.columns.map(({ Name }) => Name)).toEqual(['station', 'level'])
  })

  it('keeps the names below merged names, and the units below both', async () => {
    const rows = [
      rowOf('Survey 2024', '', '', ''),
      rowOf('date', 'temperature', '', 'level'),
      rowOf('', 'mean', 'max', ''),
      rowOf('', '°C', '°C', 'cm'),
      rowOf('2024-01-01', 3.5, 7, 300),
      rowOf('2024-01-02', 4.5, 8, 310),
      rowOf('2024-01-03', 4.5, 8, 305),
    ]
    const after = '<mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="B2:C2"/></mergeCells>'

    const { facts } = await table(csv('units.xlsx', workbookOf({ rows: rows.join(''), after })))

    expect(facts.columns.map(({ Name }) => Name)).toEqual(['date', 'temperature mean', 'temperature max', 'level'])
    expect(facts.notes).toContain(
      'The row below the header contains units or types (°C, cm), not values, and was left out.',
    )
  })

  it('leaves out rows at the end that have only a format', async () => {
    const empty = Array.from({ length: 5000 }, () => '<row s="3"><c s="1"/></row>').join('')
    const rows = `<row>${text('n')}${text('m')}</row><row><c><v>1</v></c><c><v>2</v></c></row>${empty}`

    expect((await table(csv('formatted.xlsx', workbookOf({ rows })))).total).toBe(1)
  })

  it('says that formulas have no results if the program that wrote them computes none', async () => {
    const formula =
      '<row><c><f>SUM(A1)</f></c><c><f>1+1</f><v>2</v></c><c t="str"><f>""</f><v></v></c><c><f>B2</f><v/></c></row>'
    const rows = `<row>${['a', 'b', 'c', 'd'].map(text).join('')}</row>${formula}${formula}`

    const { facts, rows: shown } = await table(csv('formulas.xlsx', workbookOf({ rows })))

    expect(shown).toEqual([
      [null, '2', null, null],
      [null, '2', null, null],
    ])
    expect(facts.notes).toContainEqual(expect.stringMatching(/^4 formulas without a result were read as empty/))
  })

  it('reads nothing from a cell that refers to no string, and counts a formula once', async () => {
    const strings = '<si><t>city</t></si><si><t>level</t></si><si><t>Köln</t></si>'
    const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c><f>1+1</f></c></row>
      <row><c t="s"><v>2</v></c><c><v>2</v></c><c><v>5</v></c></row><row><c t="s"/><c><v>3</v></c><c><v>6</v></c></row>`

    const { facts, rows: shown } = await table(csv('no-string.xlsx', workbookOf({ rows, strings })))

    expect(shown.at(-1)).toEqual([null, '3', '6'])
    expect(facts.notes).toContainEqual(expect.stringMatching(/^1 formula without a result was read as empty/))
  })

  it.each([
    ['a row beyond the last', '<row r="99999999999"><c><v>1</v></c></row>'],
    ['a cell beyond the last column', '<row><c r="ZZZZ1"><v>1</v></c></row>'],
  ])('says that a sheet with %s can’t be read', async (_, rows) => {
    await expect(table(csv('beyond.xlsx', workbookOf({ rows })))).rejects.toThrow(/can’t be read as a workbook/)
  })
})

it.runIf(process.platform === 'linux')('a workbook is closed if only some of its strings were read', async () => {
  const strings = Array.from({ length: 20_000 }, () => `<si><t>${randomBytes(40).toString('hex')}</t></si>`).join('')
  const rows = '<row><c t="s"><v>0</v></c></row><row><c><v>1</v></c></row>'
  const file = csv('strings.xlsx', workbookOf({ rows, strings }))

  await workbookSheet(file, `${file.path}.sheet`)

  await expect.poll(openFiles).not.toContain(file.path)
})

describe('the preview of a large workbook', () => {
  it('shows the first rows before the rest is read, with an estimate of their number', async () => {
    const count = IS_LONG ? 60_000 : 12_000
    const rows = Array.from({ length: count }, (_, at) => [
      `station ${at}`,
      at / 8,
      new Date(Date.UTC(2026, 0, 1 + (at % 300))),
    ])
    const bytes = await writeXlsx({ sheets: [{ name: 'All', rows: [['station', 'level', 'day'], ...rows] }] })
    const previews = open('large', { limits: { wholeTableBytes: 100_000, headBytes: 200_000 } })
    const file = csv('large.xlsx', bytes)

    const head = await previews.table('ada', file, { offset: 0, limit: 2 })
    const whole = await previews.table('ada', file, { offset: count - 1, limit: 2 })

    expect(head.facts.isEstimate).toBe(true)
    expect(head.rows).toEqual([
      ['station 0', '0', '2026-01-01'],
      ['station 1', '0.125', '2026-01-02'],
    ])
    expect(Math.abs(head.total - count)).toBeLessThan(count / 10)
    expect(whole.facts).toMatchObject({ isEstimate: false, totalRows: count })
    expect(whole.rows).toEqual([[`station ${count - 1}`, `${(count - 1) / 8}`, expect.any(String)]])
  })

  it('does not mistake a sheet for a cover if only its long first row was read', async () => {
    const wide = Array.from({ length: 15_000 }, (_, at) => `reading at gauge ${at}`)
    const rows = [wide, ...Array.from({ length: 20 }, () => wide.map((_, at) => at / 8))]
    const sheets = [
      { name: 'Wide', rows },
      { name: 'Stations', rows: [['id'], ['07']] },
    ]
    const file = csv('wide.xlsx', await writeXlsx({ sheets }))

    const read = await workbookSheet(file, `${file.path}.sheet`, { characters: 200_000 })

    expect(read).toMatchObject({ sheet: 'Wide', notes: [] })
    expect(read?.share).toBeLessThan(0.5)
  })

  it('says that merged cells are filled down later, because they follow the rows', { tags: 'long' }, async () => {
    const rows = [rowOf('station', 'level'), ...Array.from({ length: 20_000 }, (_, at) => rowOf(`s${at}`, at))]
    const after = `<mergeCells><mergeCell ref="A2:A3"/></mergeCells>${' '.repeat(50e6)}`
    const previews = open('merged', { limits: { wholeTableBytes: 100_000, headBytes: 200_000 } })
    const file = csv('merged-later.xlsx', workbookOf({ rows: rows.join(''), after }))

    const head = await previews.table('ada', file, { offset: 0, limit: 2 })
    const whole = await previews.table('ada', file, { offset: 15_000, limit: 1 })

    expect(head.facts.notes).toContain('Merged cells will be filled down once all rows have been read.')
    expect(whole.facts.notes).toEqual(['1 merged cell was filled down to each of its rows.'])
  })
})
