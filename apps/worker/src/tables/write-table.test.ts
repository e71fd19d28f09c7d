import { readFile } from 'node:fs/promises'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { compareTables } from '#steps/compare-tables.ts'
import { convertTable } from '#steps/convert-table.ts'
import { filterRows } from '#steps/filter-rows.ts'
import { queryTable } from '#steps/query-table.ts'
import { type Outcome, runOn } from '#testing.ts'

const HOSTILE = 'name,n\n=1+1,-5\n+cmd,2\n-2+3,3\n@SUM(A1),4\n-,5\nplain,6\n'

async function sheet(outcome: Outcome, slot: string) {
  const { sheets } = await readXlsx(await readFile(outcome.path(slot)))
  return sheets[0]?.rows ?? []
}

describe('an Excel workbook', () => {
  it('keeps numbers, dates, times and texts apart', async () => {
    const sql = `SELECT DATE '2024-03-01' AS day, TIMESTAMP '2024-03-01 14:30' AS moment, 1.5 AS n, 9007199254740993 AS big,
      '00123' AS code, true AS ok, NULL AS nothing, [1, 2] AS list, DATE '1600-01-01' AS old, 'inf'::DOUBLE AS most`

    const outcome = await runOn(queryTable, { 'a.csv': 'a\n1\n' }, { sql, output_format: 'xlsx' })

    expect(outcome.outputs[0]).toMatchObject({ name: 'a_query.xlsx' })
    const [header, row] = await sheet(outcome, 'result')
    expect(header).toEqual(['day', 'moment', 'n', 'big', 'code', 'ok', 'nothing', 'list', 'old', 'most'])
    expect(row?.slice(0, 6)).toEqual([
      new Date('2024-03-01'),
      new Date('2024-03-01T14:30:00Z'),
      1.5,
      '9007199254740993',
      '00123',
      true,
    ])
    expect(row?.slice(6)).toEqual([null, '[1,2]', '1600-01-01', 'Infinity'])
  })

  it('keeps times in nanoseconds, which pandas writes', async () => {
    const sql = "SELECT TIMESTAMP_NS '2024-03-01 14:30' AS moment, DATE '300000-01-01' AS far"

    const outcome = await runOn(queryTable, { 'a.csv': 'a\n1\n' }, { sql, output_format: 'xlsx' })

    const [, row] = await sheet(outcome, 'result')
    expect(row).toEqual([new Date('2024-03-01T14:30:00Z'), '300000-01-01'])
  })

  it('sec/I10 never contains a formula that came from the data', async () => {
    const outcome = await runOn(filterRows, { 'a.csv': HOSTILE }, { output_format: 'xlsx' })

    const { sheets } = await readXlsx(await readFile(outcome.path('filtered')))
    expect(sheets[0]?.rows.map(([name]) => name).slice(1, 5)).toEqual(['=1+1', '+cmd', '-2+3', '@SUM(A1)'])
    expect([...(sheets[0]?.cells?.values() ?? [])].some((cell) => cell.formula !== undefined)).toBe(false)
  })

  it('drops characters that XML cannot contain and shortens cells that Excel cannot', async () => {
    const sql = `SELECT 'a' || chr(1) || 'b' AS text, repeat('x', 40000) AS long`

    const outcome = await runOn(queryTable, { 'a.csv': 'a\n1\n' }, { sql, output_format: 'xlsx' })

    const [, row] = await sheet(outcome, 'result')
    expect(row?.[0]).toBe('ab')
    expect(String(row?.[1])).toHaveLength(32_767)
    expect(outcome.log).toContain('1 cell had more than 32,767 characters and were shortened.')
  })

  it('is written by Convert table', async () => {
    const outcome = await runOn(convertTable, { 'a.csv': 'a,b\n1,x\n' }, { format: 'xlsx' })

    expect(outcome.outputs[0]).toMatchObject({ name: 'a.xlsx' })
    expect(await sheet(outcome, 'converted')).toEqual([
      ['a', 'b'],
      [1, 'x'],
    ])
  })
})

describe('whole numbers beyond 64 bits in a Parquet file', () => {
  const JSON_IDS = '[{"id":12345678901234567890,"n":7},{"id":12345678901234567891,"n":8}]'
  const SQL = 'SELECT typeof(id) AS type, typeof(n) AS other, id::VARCHAR AS text FROM input'
  it.each([
    ['that is converted', convertTable, 'converted'],
    ['that is filtered', filterRows, 'filtered'],
  ] as const)('%s are exact', async (_which, step, slot) => {
    const written = await runOn(step, { 'ids.json': JSON_IDS }, {})

    const parquet = await readFile(written.path(slot))
    const outcome = await runOn(queryTable, { 'ids.parquet': parquet }, { sql: SQL, output_format: 'csv' })
    expect(await outcome.text('result')).toBe(
      'type,other,text\nUBIGINT,BIGINT,12345678901234567890\nUBIGINT,BIGINT,12345678901234567891\n',
    )
  })

  it('are decimals if some are negative', async () => {
    const sql = 'SELECT unnest([-12345678901234567890, 1]) AS id, 1 AS n'
    const written = await runOn(queryTable, { 'a.csv': 'a\n1\n' }, { sql })

    const parquet = await readFile(written.path('result'))
    const outcome = await runOn(queryTable, { 'ids.parquet': parquet }, { sql: SQL, output_format: 'csv' })
    expect(await outcome.text('result')).toBe(
      'type,other,text\n"DECIMAL(38,0)",INTEGER,-12345678901234567890\n"DECIMAL(38,0)",INTEGER,1\n',
    )
  })
})

describe('a CSV file', () => {
  it('has an apostrophe before text that a spreadsheet would run', async () => {
    const outcome = await runOn(filterRows, { 'a.csv': HOSTILE }, { output_format: 'csv' })

    expect(await outcome.text('filtered')).toBe("name,n\n'=1+1,-5\n'+cmd,2\n'-2+3,3\n'@SUM(A1),4\n-,5\nplain,6\n")
  })

  it('has an apostrophe before such column names, too', async () => {
    const named = '=1+1,@sum\n1,2\n'

    const filtered = await runOn(filterRows, { 'a.csv': named }, { output_format: 'csv' })
    const marked = await runOn(convertTable, { 'a.csv': named }, { format: 'csv', byte_order_mark: true })
    const plain = await runOn(convertTable, { 'a.csv': named }, { format: 'csv', mark_formulas: false })

    expect(await filtered.text('filtered')).toBe("'=1+1,'@sum\n1,2\n")
    expect(await marked.text('converted')).toBe("\ufeff'=1+1,'@sum\n1,2\n")
    expect(await plain.text('converted')).toContain('=1+1,@sum\n')
  })

  it('is read without these apostrophes, with a note', async () => {
    const written = await runOn(
      filterRows,
      { 'a.csv': `@id,${HOSTILE}`.replace(/\n(?=.)/g, '\n7,') },
      { output_format: 'csv' },
    )
    const csv = await written.text('filtered')
    expect(csv).toContain("'@id,name")

    const again = await runOn(filterRows, { 'b.csv': csv }, {})

    const rows = await again.rows('filtered')
    expect(rows.map(({ name }) => name)).toEqual(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '-', 'plain'])
    expect(Object.keys(rows[0] ?? {})).toEqual(['@id', 'name', 'n'])
    expect(again.log).toContain(
      'Left out the characters that keep spreadsheets from changing text, as in “\'=1+1” or “="007"”: 4 in column `name`.',
    )
    expect(written.log.join()).not.toContain('Apostrophes')
  })

  it('has the same cells when a step reads it again', async () => {
    const rest = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', 'a', '1', '.', 'e', '"'), minLength: 1 })
    const texts = fc.tuple(fc.constantFrom('', '', "'", "''"), rest).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 60 }), async (some) => {
        const cells = ['x', ...some]
        const json = JSON.stringify(cells.map((text, n) => ({ n, text })))
        const written = await runOn(filterRows, { 'a.json': json }, { output_format: 'csv' })

        // Enclosed in brackets, the text can't be read as numbers.
        const sql = "SELECT '<' || text || '>' AS text FROM input ORDER BY n"
        const again = await runOn(queryTable, { 'b.csv': await written.text('filtered') }, { sql })

        expect((await again.rows('result')).map(({ text }) => text)).toEqual(cells.map((cell) => `<${cell}>`))
      }),
      { numRuns: IS_LONG ? 12 : 5 },
    )
  })

  it('is found equal to its original', async () => {
    const original = 'id,text\n1,+49 89 1\n2,=1+1\n3,-5 Nord\n4,x\n'
    const written = await runOn(filterRows, { 'a.csv': original }, { output_format: 'csv' })
    const files = { table: { 'a.csv': original }, other: { 'b.csv': await written.text('filtered') } }

    const outcome = await runOn(compareTables, files, { output_format: 'csv' })

    expect(outcome.result).toMatchObject({ equal: true })
  })

  it('keeps such text unchanged if Convert table is set to', async () => {
    const parameters = { format: 'csv', columns: ['name'] }

    const marked = await runOn(convertTable, { 'a.tsv': HOSTILE.replaceAll(',', '\t') }, parameters)
    const plain = await runOn(convertTable, { 'a.csv': HOSTILE }, { ...parameters, mark_formulas: false })

    expect(await marked.text('converted')).toContain("'=1+1")
    expect(await plain.text('converted')).toContain('\n=1+1\n')
  })
})
