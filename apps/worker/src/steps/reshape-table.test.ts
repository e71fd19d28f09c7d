import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOf, parquetOfQuery } from '#testing-tables.ts'
import { pivotTable } from './pivot-table.ts'
import { reshapeTable } from './reshape-table.ts'

const WIDE = 'station,Jan,Feb\nKaub,1,2\nKöln,,4\nBonn,5,6\n'
const LONG = 'station,month,rain\nKaub,Jan,1\nKaub,Feb,2\nKöln,Feb,4\n'

describe('reshape_table', () => {
  it('turns columns into rows', async () => {
    const parameters = { value_columns: ['Jan', 'Feb'], name_to: 'month', value_to: 'station' }

    const dropped = await runOn(reshapeTable, { 'a.csv': WIDE }, parameters)
    const kept = await runOn(reshapeTable, { 'a.csv': WIDE }, { ...parameters, empty_cells: 'keep' })

    expect(await dropped.rows('reshaped')).toEqual([
      { station: 'Kaub', month: 'Jan', 'station (2)': 1 },
      { station: 'Kaub', month: 'Feb', 'station (2)': 2 },
      { station: 'Köln', month: 'Feb', 'station (2)': 4 },
      { station: 'Bonn', month: 'Jan', 'station (2)': 5 },
      { station: 'Bonn', month: 'Feb', 'station (2)': 6 },
    ])
    expect(kept.result).toMatchObject({ rows: 6 })
    expect(dropped.log).toContain('Turned 2 columns of 3 rows into 6 cells; 1 empty cell dropped.')
  })

  it('reads a logger file: its repeated names, decimal commas and gaps', async () => {
    const parameters = { value_columns: ['Höhe', 'Höhe (2)'], name_to: 'quantity', value_to: 'value' }

    const outcome = await runOn(reshapeTable, { 'köln.csv': messyCsv() }, parameters)

    const rows = await outcome.rows('reshaped')
    expect(Object.keys(rows[0]!)).toEqual(['Zeit', 'Station', 'Abfluß', 'quantity', 'value'])
    expect(rows[0]).toMatchObject({ Zeit: '2024-03-01 00:00:00', Station: 'Köln', quantity: 'Höhe', value: 300 })
    // One of the 296 rows has values only in the columns for time and station.
    expect(outcome.result).toMatchObject({ rows: 2 * 295 })
    expect(outcome.log).toContain('Turned 2 columns of 296 rows into 592 cells; 2 empty cells dropped.')
    await expect(
      runOn(reshapeTable, { 'köln.csv': messyCsv() }, { ...parameters, value_columns: ['Hohe'] }),
    ).rejects.toThrow('Column `Hohe` not found. Available in köln.csv: Zeit, Station, Höhe, Höhe (2), Abfluß.')
  })

  it('combines UUIDs with other text', async () => {
    const table = await parquetOfQuery("SELECT 1 AS id, '3f2504e0-4f89-11d3-9a0c-0305e82c3301'::UUID AS a, 'x' AS b")

    const outcome = await runOn(reshapeTable, { 'a.parquet': table }, { value_columns: ['a', 'b'] })

    expect((await outcome.rows('reshaped')).map(({ value }) => value)).toEqual([
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      'x',
    ])
  })

  it('says which columns are left out', async () => {
    const outcome = await runOn(reshapeTable, { 'a.csv': 'id,note,a\n1,x,2\n' }, { id_columns: ['id'] })

    expect(await outcome.rows('reshaped')).toEqual([{ id: 1, name: 'a', value: 2 }])
    expect(outcome.log).toContain('Left out: note.')
  })

  it('writes large whole numbers beside fractions as text, which keeps their digits', async () => {
    const large = await parquetOfQuery('SELECT 1 AS id, 9007199254740993 AS a, 0.5::DOUBLE AS b')

    const outcome = await runOn(reshapeTable, { 'a.parquet': large }, { id_columns: ['id'] })

    expect(await outcome.rows('reshaped')).toEqual([
      { id: 1, name: 'a', value: '9007199254740993' },
      { id: 1, name: 'b', value: '0.5' },
    ])
    expect(outcome.log.join()).toContain('because large whole numbers would lose digits if combined with fractions')
  })

  it('turns rows into columns', async () => {
    const parameters = { direction: 'wider', names_from: 'month', values_from: 'rain' }

    const outcome = await runOn(reshapeTable, { 'a.csv': LONG }, parameters)

    expect(await outcome.rows('reshaped')).toEqual([
      { station: 'Kaub', Jan: 1, Feb: 2 },
      { station: 'Köln', Jan: null, Feb: 4 },
    ])
  })

  it.each([
    ['structures', 'STRUCT(a INTEGER)', ['{ a: 1 }', '{ a: 2 }'], [{ a: 1 }, { a: 2 }]],
    ['lists', 'INTEGER[]', ['[1, 2]', '[3]'], [[1, 2], [3]]],
  ])('turns rows of %s into columns', async (_, type, cells, [x, y]) => {
    const columns = [
      { name: 'id', type: 'INTEGER', cells: ['1', '1'] },
      { name: 'name', type: 'VARCHAR', cells: ["'x'", "'y'"] },
      { name: 'value', type, cells },
    ]
    const parameters = { direction: 'wider', names_from: 'name', values_from: 'value' }

    const outcome = await runOn(reshapeTable, { 'a.parquet': await parquetOf({ rows: 2, columns }) }, parameters)

    expect(await outcome.rows('reshaped')).toEqual([{ id: 1, x, y }])
  })

  it('returns the same table after reshaping it in both directions', { timeout: 60_000 }, async () => {
    const cells = fc.array(fc.tuple(fc.integer(), fc.integer(), fc.integer()), { minLength: 1, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(cells, async (rows) => {
        const text = `id,b,a,c\n${rows.map((row, at) => [at, ...row].join(',')).join('\n')}\n`
        const longer = await runOn(reshapeTable, { 'a.csv': text }, { id_columns: ['id'], output_format: 'csv' })
        const back = { direction: 'wider', id_columns: ['id'], names_from: 'name', values_from: 'value' }
        const wider = await runOn(
          reshapeTable,
          { 'a.csv': await longer.text('reshaped') },
          { ...back, output_format: 'csv' },
        )
        expect(await wider.text('reshaped')).toBe(text)
      }),
      { numRuns: IS_LONG ? 8 : 4 },
    )
  })

  it('stops if several rows would end up in one cell', async () => {
    const parameters = { direction: 'wider', id_columns: ['station'], names_from: 'month', values_from: 'rain' }

    await expect(runOn(reshapeTable, { 'a.csv': `${LONG}Kaub,Jan,9\n` }, parameters)).rejects.toThrow(
      'Rows 1 and 4 of a.csv have equal values in station, month, so their `rain` would share one cell.',
    )
    await expect(runOn(reshapeTable, { 'a.csv': LONG }, { direction: 'wider' })).rejects.toThrow(
      'Choose a column under “Names from”.',
    )
  })
})

describe('pivot_table', () => {
  it('combines the values of each row and column', async () => {
    const parameters = { rows: ['station'], columns: ['month'], values: ['rain'], measures: ['sum'] }

    const outcome = await runOn(pivotTable, { 'a.csv': `${LONG}Kaub,Jan,9\n` }, parameters)

    expect(await outcome.rows('pivoted')).toEqual([
      { station: 'Kaub', Feb: 2, Jan: 10 },
      { station: 'Köln', Feb: 4, Jan: null },
    ])
  })

  it('counts rows, and shows several measures', async () => {
    const counted = await runOn(pivotTable, { 'a.csv': LONG }, { rows: ['month'] })
    const measured = await runOn(
      pivotTable,
      { 'a.csv': LONG },
      { rows: ['station'], values: ['rain'], measures: ['min', 'max'] },
    )

    expect(await counted.rows('pivoted')).toEqual([
      { month: 'Jan', rows: 1 },
      { month: 'Feb', rows: 2 },
    ])
    expect((await measured.rows('pivoted'))[0]).toEqual({ station: 'Kaub', 'rain min': 1, 'rain max': 2 })
  })

  it('computes medians between decimal numbers', async () => {
    const columns = [
      { name: 'g', type: 'VARCHAR', cells: ["'a'", "'a'"] },
      { name: 'v', type: 'DECIMAL(10, 2)', cells: ['0.10', '0.05'] },
    ]
    const table = { columns, rows: 2 }
    const parameters = { rows: ['g'], values: ['v'], measures: ['median'] }

    const outcome = await runOn(pivotTable, { 'a.parquet': await parquetOf(table) }, parameters)

    expect(await outcome.rows('pivoted')).toEqual([{ g: 'a', 'v median': expect.closeTo(0.075, 12) }])
  })

  it('reads a logger file and refuses text as values', async () => {
    const outcome = await runOn(
      pivotTable,
      { 'köln.csv': messyCsv() },
      { rows: ['Station'], values: ['Höhe'], measures: ['count'] },
    )

    expect(await outcome.rows('pivoted')).toMatchObject([{ Station: 'Köln', 'Höhe count': expect.any(Number) }])
    await expect(runOn(pivotTable, { 'a.csv': LONG }, { rows: ['station'], values: ['month'] })).rejects.toThrow(
      'Column `month` of a.csv has text, not numbers',
    )
    await expect(runOn(pivotTable, { 'a.csv': LONG })).rejects.toThrow('Choose at least one column under “Rows”')
  })
})
