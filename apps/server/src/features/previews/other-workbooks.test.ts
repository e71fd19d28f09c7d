import { binaryRecords as records, binaryText as wide } from '@millrace/contracts/testing/hostile-workbooks'
import { mergedXls } from '@millrace/contracts/testing/old-workbooks'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import { writeOds } from 'hucre/ods'
import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table } = testPreviews()

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * Builds an XLSB file with `a` and `b` in its first row. Unless `isCompact` is true, the second cell states its column.
 */
function binaryWorkbook(isCompact: boolean, part = 'sheet1.bin'): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationships><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  const cell = (column: number, text: string): [number, ...number[]] => [6, column, 0, 0, 0, 0, 0, 0, 0, ...wide(text)]
  const second: [number, ...number[]] = isCompact ? [17, 0, 0, 0, 0, ...wide('b')] : cell(1, 'b')
  const row: [number, ...number[]] = [0, 0, 0, 0, 0]
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relation('rId1', 'officeDocument', 'xl/workbook.bin') },
    {
      name: 'xl/workbook.bin',
      content: records([156, 0, 0, 0, 0, 1, 0, 0, 0, ...wide('rId9'), ...wide('Data')]),
    },
    { name: 'xl/_rels/workbook.bin.rels', content: relation('rId9', 'worksheet', `worksheets/${part}`) },
    { name: `xl/worksheets/${part}`, content: records([129], row, cell(0, 'a'), second, [130]) },
  ])
}

describe('the preview of an older or open workbook', () => {
  it('fills merged cells down in XLS', async () => {
    const { rows, facts } = await table(csv('old.xls', mergedXls()))

    expect(rows).toEqual([
      ['North', '2023'],
      ['North', '2024'],
      ['South', '2023'],
    ])
    expect(facts.notes).toContain('1 merged cell was filled down to each of its rows.')
  })

  it('fills merged cells down in OpenDocument', async () => {
    const rows = [
      ['region', 'year'],
      ['North', 2023],
      [null, 2024],
      ['South', 2023],
    ]
    const merges = [{ startRow: 1, endRow: 2, startCol: 0, endCol: 0 }]
    const file = csv('open.ods', await writeOds({ sheets: [{ name: 'Data', rows, merges }] }))

    expect((await table(file)).rows.map(([region]) => region)).toEqual(['North', 'North', 'South'])
  })
})

describe('the preview of OpenDocument', () => {
  it('shows times of day as clocks show them', async () => {
    // The strings are a time of day and a duration as OpenDocument stores them. The library returns them unchanged.
    const rows = [
      ['day', 'time'],
      [new Date('2024-03-01'), 'PT06H15M00S'],
      [new Date('2024-03-02'), 'PT30H00M00.5000S'],
    ]
    const file = csv('times.ods', await writeOds({ sheets: [{ name: 'Data', rows }] }))

    expect((await table(file)).rows).toEqual([
      ['2024-03-01', '06:15:00'],
      ['2024-03-02', '30:00:00.5'],
    ])
  })
})

describe('the preview of a binary workbook', () => {
  it('shows its cells', async () => {
    const { facts } = await table(csv('binary.xlsb', binaryWorkbook(false)))

    expect(facts.columns.map(({ Name }) => Name)).toEqual(['a', 'b'])
  })

  it.each(['sheet1.bin', 'sheet3.bin', 'Data.bin'])(
    'names the remedy where cells of %s would be lost',
    async (part) => {
      await expect(table(csv('compact.xlsb', binaryWorkbook(true, part)))).rejects.toMatchObject({
        code: 'preview-failed',
        message:
          'compact.xlsb is a binary workbook (XLSB) with compact cells, which can’t be read. Open it in Excel or LibreOffice, save it as .xlsx, and upload that file.',
      })
    },
  )
})
