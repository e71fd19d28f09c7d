import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'
import { cleanTable } from '../clean-table.ts'
import { sentences } from './testing-reports.ts'

const WITH_NAN = { columns: [{ name: 'x', type: 'DOUBLE', cells: ["'nan'", '1.5', "'nan'"] }], rows: 3 }

describe('a cleaning report', () => {
  it.each([
    ['a.parquet', () => parquetOf(WITH_NAN)],
    ['a.arrow', () => arrowFile({ x: [Number.NaN, 1.5, Number.NaN] })],
    ['a.json', () => '[{"x":NaN},{"x":1.5},{"x":NaN}]'],
    ['a.csv', () => 'x\nNaN\n1.5\nNaN\n'],
  ])('reports NaN as missing values, and drops rows without other values: %s', async (name, content) => {
    const outcome = await runOn(cleanTable, { [name]: await content() })

    expect(sentences(await outcome.json('report'))).toEqual([
      'Column `x`: 2 cells with a missing-value marker were emptied (“NaN”).',
      '2 empty rows were dropped; the first is row 1.',
    ])
    expect(await outcome.rows('cleaned')).toEqual([{ x: 1.5 }])
  })

  it.each([
    ['records', '[{"x":Infinity},{"x":1.5},{"x":1e400}]', '“Infinity”'],
    ['a document', '{"x":[Infinity,1.5,1e400]}', '“Infinity”'],
    ['a document with NaN', '{"x":[NaN,1.5,-Infinity]}', '“-Infinity”, “NaN”'],
    ['long integers', '[{"x":NaN},{"x":123456789012345678901},{"x":NaN}]', '“NaN”'],
  ])(
    'reports infinite numbers in JSON, and NaN beside long integers, as missing values: %s',
    async (_, json, texts) => {
      const outcome = await runOn(cleanTable, { 'a.json': json })

      expect(sentences(await outcome.json('report'))).toContain(
        `Column \`x\`: 2 cells with a missing-value marker were emptied (${texts}).`,
      )
    },
  )

  it('counts NaN only in the rows that are read', async () => {
    const outcome = await runOn(cleanTable, { 'a.json': '[{"x":NaN},{"x":1.5},{"x":NaN}]' }, { sample_rows: 2 })

    expect(sentences(await outcome.json('report'))).toContain(
      'Column `x`: 1 cell with a missing-value marker was emptied (“NaN”).',
    )
  })
})
