import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'
import { tableStatistics } from './table-statistics.ts'
import { validateTable } from './validate-table.ts'

const TEXT = 'id,level,quality,day\n1,5,good,2024-01-02\n2,,bad,2024-01-01\n2,-3,good,2024-01-03\n4,9,<b>,2024-01-04\n'
const validate = (rules: object[], more: object = {}, text: string | Uint8Array = TEXT) =>
  runOn(validateTable, { 'a.csv': text }, { rules, ...more })
const brokenBy = async (rule: object) => (await (await validate([rule])).rows('violations')).map(({ row }) => row)

describe('validate_table', () => {
  it.each([
    [{ column: 'level', check: 'is not empty' }, [2]],
    [{ column: 'id', check: 'is unique' }, [2, 3]],
    [{ column: 'level', check: 'is a number' }, []],
    [{ column: 'quality', check: 'is a time' }, [1, 2, 3, 4]],
    [{ column: 'level', check: 'at least', value: '0' }, [3]],
    [{ column: 'level', check: 'between', value: '0 and 8' }, [3, 4]],
    [{ column: 'quality', check: 'one of', value: 'good, bad' }, [4]],
    [{ column: 'quality', check: 'matches', value: '^[a-z]+$' }, [4]],
    [{ column: 'day', check: 'is ascending' }, [2]],
  ])('finds the rows that break %j', async (rule, rows) => {
    expect(await brokenBy(rule)).toEqual(rows)
  })

  it('counts only the cells of a mixed column that are not numbers', async () => {
    const mixed = 'n,t\n1,x\n2.5,y\nx,2024-01-01\ny,z\nz,v\nw,w\n'

    const numbers = await validate([{ column: 'n', check: 'is a number' }], {}, mixed)
    const times = await validate([{ column: 't', check: 'is a time' }], {}, mixed)

    expect((await numbers.rows('violations')).map(({ row }) => row)).toEqual([3, 4, 5, 6])
    expect((await times.rows('violations')).map(({ row }) => row)).toEqual([1, 2, 4, 5, 6])
  })

  it('writes a report that shows values as text', async () => {
    const outcome = await validate([{ column: 'quality', check: 'one of', value: 'good, bad' }])

    const html = await outcome.text('report')
    expect(html).toContain('row 4: “&lt;b&gt;”')
    expect(html).not.toMatch(/<script|https?:/)
    expect(outcome.result).toMatchObject({ valid: false, brokenRules: 1, violations: 1, rows: 1 })
  })

  it('stops if requested, and names the rule and the first row', async () => {
    await expect(validate([{ column: 'level', check: 'at least', value: '0' }], { if_broken: 'stop' })).rejects.toThrow(
      '1 rule broken: level at least 0. In a.csv, 1 row breaks the first one; row 3 is “-3”.',
    )
  })

  it('finds the stray cells of a logger file', async () => {
    const outcome = await validate([{ column: 'Abfluß', check: 'is a number' }], {}, messyCsv())

    expect(outcome.result).toMatchObject({ violations: expect.any(Number), rows: expect.any(Number) })
    await expect(validate([{ column: 'levle', check: 'is unique' }])).rejects.toThrow('Column `levle` not found.')
  })
})

describe('table_statistics', () => {
  it('shows every digit of long integers', async () => {
    const cells = ['-9007199254740993', '4611686018427387905', 'NULL']
    const table = { columns: [{ name: 'id', type: 'BIGINT', cells }], rows: 3 }

    const outcome = await runOn(tableStatistics, { 'a.parquet': await parquetOf(table) })

    const [id] = await outcome.rows('statistics')
    expect(id).toMatchObject({ values: 2, smallest: cells[0], largest: cells[1] })
  })

  it('describes every column as a table and as a page without scripts', async () => {
    const outcome = await runOn(tableStatistics, { 'a.csv': TEXT })

    const [, level] = await outcome.rows('statistics')
    expect(level).toMatchObject({ column: 'level', values: 3, missing: 1, smallest: -3, largest: 9, median: 5 })
    const html = await outcome.text('report')
    expect(html).toContain('Statistics of a.csv')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toMatch(/<script|<b>|https?:/)
  })
  it('describes a logger file: its repeated names, decimal commas and gaps', async () => {
    const outcome = await runOn(tableStatistics, { 'köln.csv': messyCsv() })

    const rows = await outcome.rows('statistics')
    expect(rows.map(({ column }) => column)).toEqual(['Zeit', 'Station', 'Höhe', 'Höhe (2)', 'Abfluß'])
    expect(rows[2]).toMatchObject({ values: 295, missing: 1, largest: 990 })
    expect(await outcome.text('report')).toContain('Statistics of köln.csv')
    expect(outcome.log).toContain('Duplicate column names were changed to Höhe (2).')
    expect(outcome.log.join()).toContain('row 8 has “k. A.” (and 7 more rows like it)')
  })
})
