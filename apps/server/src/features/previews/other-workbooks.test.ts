import { gunzipSync } from 'node:zlib'
import { binaryRecords as records, binaryText as wide } from '@millrace/contracts/testing/hostile-workbooks'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import { writeOds } from 'hucre/ods'
import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv, table } = testPreviews()

/** An XLS file with a cell that is merged over two rows, gzip-compressed, in Base64. No library here writes such files. */
const MERGED_XLS = [
  'H4sIADpUB2sC/+1YTWgTQRT+ZjdpfkjTpKZCK9RQsNbai3jxUreK2pOl6kERQbd2saUlkSUe6kGrNUdB8KSIUOnFS9WLPyiiN0GhogdBEBLFk6',
  'eCgoc265u3s5LWHBLQojLfMm/evvlm5u3Om5mdfb2QLs3e6yhjFXbCRMWLoanKJijFgpsUqNzzpBrkUUqexj+FWJQGsimMx82vInIM5XiXYeBu',
  '6DlJ4COlYziNoXzOya4hdrMPtpA+9JMUuEGWJNrZq1aWJ1muY3mHmU9YDrDlMst+4pbEUSxYQ707VBQfMbq4LAnZ7gOu854t29CGFzKKz18RPj',
  'eMXe64Pfl3FnSGEpgDjdugk3Nce7KEDA3gHL55WeBrMFOfZbV9be0CZP++0h6pYb9qhIBpeCc4wItI4KUpS0LYYxfsJfSQBk40LV3n1Hg+RzdT',
  'ju2GQTPSLYxRfih/pjAWl0szT+XUiqnczCGeIDmKFtbTHOgpWqyXbi++2T8ybB1nyzQv3/4iv0n6BQ8XZA2qnASUH2BuL8utLC9yqxtY72CZof',
  'CkvHu4TSn7ZphziUu7qZ/tjLfW5iq9h/TilwMPO4ufrC2kzw+Wz2bm31mz6KJNZ5Tqy2sGfaJPXL8m8cgKcqEWhA8s239ZHKJGSvnuqZ2sBcuI',
  's5pm6d/JtyMUX9TgC+bLFs8ZcfYnjZsbfb6xiv+UnsFQ7Uu2/+5vKbZZo3WT2abimz9b/wy/L8PfmI1W3Gd1oGprjkNDQ0NDQ0NDQ0OjDgj1SW',
  '+qD/ywOjhE1H+dZUoV/Zvkv8VB5Okq0MF0L3KUu5hqKH7WIyyCtkSddYL/hRKHqXcXExhhPyYajl86+Inq56m7Yur3TaFG+6804ucf7v8HBkYK',
  'CAAWAAA=',
].join('')

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An XLSB file with the texts `a` and `b` in its first row. The second one is a cell with, or without, its column. */
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
    const { rows, facts } = await table(csv('old.xls', gunzipSync(Buffer.from(MERGED_XLS, 'base64'))))

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
