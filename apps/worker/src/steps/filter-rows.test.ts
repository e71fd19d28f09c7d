import { describe, expect, it } from 'vitest'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { parquetOfQuery } from '#testing-tables.ts'
import { filterRows } from './filter-rows.ts'

const when = (column: string, is: string, value?: string) => ({ conditions: [{ column, is, value }] })
const levels = async (parameters: Record<string, unknown>, text = SMALL) => {
  const outcome = await runOn(filterRows, { 'small.csv': text }, parameters)
  return (await outcome.rows('filtered')).map((row) => row.level_cm)
}

describe('filter_rows', () => {
  it.each([
    [when('station', 'equals', 'Köln'), [301.5, 302.5]],
    [when('station', 'differs', 'Köln'), [250]],
    [when('level_cm', 'more than', '301.5'), [302.5]],
    [when('level_cm', 'at least', '301,5'), [301.5, 302.5]],
    [when('level_cm', 'between', '240 and 301.5'), [301.5, 250]],
    [when('station', 'one of', 'Bonn, Mainz'), [250]],
    [when('station', 'contains', 'öl'), [301.5, 302.5]],
    [when('station', 'starts with', 'B'), [250]],
    [when('station', 'matches', '^K.*n$'), [301.5, 302.5]],
    [when('timestamp', 'equals', '2024-03-01'), [301.5, 250, 302.5]],
    [when('timestamp', 'more than', '2024-03-01 00:00'), [302.5]],
    [when('timestamp', 'at most', '2024-02-29'), []],
    [{ ...when('station', 'equals', 'köln'), ignore_case: true }, [301.5, 302.5]],
    [{ ...when('station', 'equals', 'Köln'), matching_rows: 'dropped' }, [250]],
    [{ sort_by: 'level_cm', descending: true, first_rows: 2 }, [302.5, 301.5]],
  ])('keeps the rows with %j', async (parameters, expected) => {
    expect(await levels(parameters)).toEqual(expected)
  })

  it.each([
    ['level\n1.25\n900\n2500\n', '1,250', [2500], '1250'],
    ['level;n\n1,25;1\n900;2\n2500;3\n', '1,250', [1.25, 900, 2500], '1.25'],
  ])('reads a comma in a condition as the file does, and says so', async (text, value, kept, read) => {
    const outcome = await runOn(filterRows, { 'a.csv': text }, when('level', 'at least', value))

    expect((await outcome.rows('filtered')).map(({ level }) => level)).toEqual(kept)
    expect(outcome.log).toContain(`“${value}” was read as the number ${read}.`)
  })

  it.each([
    ['more than', '5', ['6', '12.5']],
    ['at most', '6', ['0.7', '6']],
    ['between', '0.5 and 10', ['0.7', '6']],
    ['more than', 'A', []],
  ])('orders the numbers in a column of text, %s %s', async (is, value, kept) => {
    const text = 'conc\n<0.5\n0.7\n<0.5\n6\n12.5\n<0.5\n'
    const outcome = await runOn(filterRows, { 'a.csv': text }, when('conc', is, value))

    expect((await outcome.rows('filtered')).map(({ conc }) => String(conc))).toEqual(kept)
    const note = '`conc` is compared by its numbers; 3 cells such as “<0.5” can’t be.'
    expect(outcome.log.includes(note)).toBe(value !== 'A')
  })

  it.each([
    ['9\n10\n<0.5\n', true],
    ['9\n10\n', false],
    ['Köln\nBonn\n10\n', false],
    ['7:05\n10:00\n', true],
    ['07:05\n10:00\n', false],
  ])('says that numbers among text were sorted as text: %j', async (cells, isSaid) => {
    const { log } = await runOn(
      filterRows,
      { 'a.csv': `id,conc\n${cells.replaceAll(/^/gm, '1,').slice(0, -2)}` },
      { sort_by: 'conc' },
    )

    expect(log.some((line) => /so it was sorted as text: 10(:00)? before 9(:00)?\.$/.test(line))).toBe(isSaid)
  })

  it('treats empty cells as neither equal to nor larger than a value, but as different from it', async () => {
    const text = 'level_cm,note\n1,a\n,b\n3,\n'

    expect(await levels(when('level_cm', 'is empty'), text)).toEqual([null])
    expect(await levels(when('level_cm', 'less than', '9'), text)).toEqual([1, 3])
    expect(await levels(when('level_cm', 'differs', '1'), text)).toEqual([null, 3])
    expect(await levels(when('note', 'is empty'), text)).toEqual([3])
  })

  it('reads the features of GeoJSON as rows', async () => {
    const point = (name: string, level: number) => ({
      type: 'Feature',
      properties: { name, level },
      geometry: { type: 'Point', coordinates: [level / 50, 50] },
    })
    const features = [point('Köln', 312.5), point('Bonn', 287)]
    const parameters = when('level', 'more than', '300')

    const outcome = await runOn(
      filterRows,
      { 'gauges.geojson': JSON.stringify({ type: 'FeatureCollection', features }) },
      parameters,
    )

    expect(await outcome.rows('filtered')).toEqual([{ name: 'Köln', level: 312.5, longitude: 6.25, latitude: 50 }])
    expect(filterRows.inputs?.[0]?.mediaType).toContain('application/geo+json')
  })

  it.each([
    ['more than', '9:00', ['9:05', '10:00', '100:15:00']],
    ['at most', '09:05:00', ['7:05', '9:05']],
    ['between', '8:00 and 10:00', ['9:05', '10:00']],
  ])('orders the times of day and durations in a column of text, %s %s', async (is, value, kept) => {
    const text = 'start\n7:05\n9:05\n10:00\n100:15:00\nlate\n'
    const outcome = await runOn(filterRows, { 'a.csv': text }, when('start', is, value))

    expect((await outcome.rows('filtered')).map(({ start }) => start)).toEqual(kept)
    expect(outcome.log).toContain('`start` is compared by its times; 1 cell such as “late” can’t be.')
  })

  it('says that text was compared alphabetically', async () => {
    const outcome = await runOn(filterRows, { 'small.csv': SMALL }, when('station', 'at least', 'C'))

    expect(outcome.log).toContain('`station` is text, so it is compared alphabetically: 10 comes before 9.')
  })

  it('compares UUIDs with a number like text without numbers', async () => {
    const table = await parquetOfQuery("SELECT '3f2504e0-4f89-11d3-9a0c-0305e82c3301'::UUID AS id")

    const { result, log } = await runOn(filterRows, { 'a.parquet': table }, when('id', 'at most', '9'))

    expect(result).toMatchObject({ rows: 0 })
    expect(log).toContainEqual(expect.stringMatching(/^`id` is compared by its numbers; 1 cell such as “3f2504e0-/))
  })

  it('accounts for every row and keeps the chosen columns', async () => {
    const parameters = {
      conditions: [
        { column: 'Höhe', is: 'more than', value: '300' },
        { column: 'Station', is: 'equals', value: 'Köln' },
      ],
      match: 'any',
      columns: ['Station', 'Höhe'],
    }

    const outcome = await runOn(filterRows, { 'köln.csv': messyCsv() }, parameters)

    const { rowsRead, rows, rowsDropped } = outcome.result as Record<string, number>
    expect(rows! + rowsDropped!).toBe(rowsRead)
    expect(outcome.outputs[0]?.name).toBe('köln_filtered.parquet')
    expect(Object.keys((await outcome.rows('filtered'))[0]!)).toEqual(['Station', 'Höhe'])
    expect(outcome.log.join('\n')).toMatch(/Höhe more than 300: \d+ rows\./)
  })

  it.each([
    [when('level', 'equals', '1'), 'Column `level` not found. Available in small.csv: timestamp, station, level_cm.'],
    [when('level_cm', 'more than', 'high'), 'The condition `level_cm` more than “high” needs a number, such as 12.5.'],
    [when('level_cm', 'between', '3'), 'needs two values, such as “10 and 20”.'],
    [when('timestamp', 'at least', 'March'), 'needs a time, such as 2024-03-01 or 2024-03-01 14:30.'],
    [when('station', 'matches', '(['), 'isn’t a valid pattern.'],
    [when('station', 'equals', ' '), 'needs a value.'],
  ])('refuses %j and says what to do', async (parameters, sentence) => {
    await expect(runOn(filterRows, { 'small.csv': SMALL }, parameters)).rejects.toThrow(sentence)
  })
})
