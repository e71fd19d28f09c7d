import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEngine } from '@millrace/tables/engine'
import { geoJsonCollection, writeFeatures } from '@millrace/tables/geojson-lines'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '#testing.ts'
import { readTable } from './read-table.ts'

async function read(content: unknown, name = 'a.json') {
  const folder = await testFolder()
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  const engine = await openEngine(folder)
  onTestFinished(() => engine.close())
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const input = { name, path: async () => path }
  const table = await readTable(engine, input, { folder, badRows: 'stop', log: { info: say, warn: say } })
  const types = table.columns.map((column) => `${column.name} ${column.type}`)
  return { said, types, rows: await engine.rows(`FROM ${table.view}`) }
}

const POINT = { type: 'Feature', properties: { name: 'Köln' }, geometry: { type: 'Point', coordinates: [6.95, 50.93] } }

describe('a JSON document', () => {
  it.each([
    [
      'lists of equal length',
      { a: [1, 2], b: ['x', null] },
      [
        { a: 1, b: 'x' },
        { a: 2, b: null },
      ],
    ],
    [
      'columns with types, and rows',
      { columns: [{ name: 'a', type: 'bigint' }, { name: 'b' }], data: [[1, 'x']] },
      [{ a: 1, b: 'x' }],
    ],
    [
      'the names and rows of ERDDAP',
      {
        table: {
          columnNames: ['a', 'b'],
          columnUnits: ['m', null],
          rows: [
            [1, 'x'],
            [2, null],
          ],
        },
      },
      [
        { a: 1, b: 'x' },
        { a: 2, b: null },
      ],
    ],
    ['columns and values', { name: 'cpu', columns: ['a', 'b'], values: [[1, 'x']] }, [{ a: 1, b: 'x' }]],
    [
      'the features of GeoJSON',
      { type: 'FeatureCollection', features: [POINT] },
      [{ name: 'Köln', longitude: 6.95, latitude: 50.93 }],
    ],
    [
      'the features of GeoJSON, one with an altitude',
      {
        type: 'FeatureCollection',
        features: [POINT, { ...POINT, geometry: { type: 'Point', coordinates: [7, 51, 65.5] } }],
      },
      [
        { name: 'Köln', longitude: 6.95, latitude: 50.93, altitude: null },
        { name: 'Köln', longitude: 7, latitude: 51, altitude: 65.5 },
      ],
    ],
    [
      'pandas output by column',
      { a: { 0: 1, 1: 2 }, b: { 0: 'x', 1: 'y' } },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    [
      'pandas output by row',
      { Köln: { a: 1 }, Bonn: { a: 2 } },
      [
        { 'column 1': 'Köln', a: 1 },
        { 'column 1': 'Bonn', a: 2 },
      ],
    ],
    ['columns and data', { columns: ['a', 'b'], index: [0], data: [[1, 'x']] }, [{ a: 1, b: 'x' }]],
    ['a schema and data', { schema: { fields: [{ name: 'a' }] }, data: [{ a: 1 }] }, [{ a: 1 }]],
    [
      'arrays below a header',
      [
        ['a', 'b'],
        [1, 'x'],
      ],
      [{ a: 1, b: 'x' }],
    ],
    ['a single object', { a: 1, b: 'x' }, [{ a: 1, b: 'x' }]],
    ['objects that span several lines', '[\n  {\n    "a": 1\n  }\n]', [{ a: 1 }]],
    ['NaN, as Python writes it', '{"a": [1, NaN]}', [{ a: 1 }, { a: null }]],
  ])('with %s is read as a table', async (_, content, rows) => {
    expect((await read(content)).rows).toEqual(rows)
  })

  it.each([
    [
      'another system of coordinates',
      { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } } },
      [7, 50],
    ],
    ['numbers that are not degrees', {}, [352_334, 5_640_805]],
  ])('of GeoJSON with %s has x and y instead of longitude and latitude', async (_, members, coordinates) => {
    const point = { type: 'Feature', properties: { name: 'Köln' }, geometry: { type: 'Point', coordinates } }

    const { rows } = await read({ type: 'FeatureCollection', ...members, features: [point] })

    expect(rows).toEqual([{ name: 'Köln', x: coordinates[0], y: coordinates[1] }])
  })

  it('of GeoJSON keeps properties with the names that are used for the parts of a feature', async () => {
    const geometry = { type: 'Point', coordinates: [7, 50, 12] }
    const own = { id: 'gauge', longitude: 'east', latitude: 50, altitude: 'low', geometry: 'point' }
    const features = [
      { type: 'Feature', id: 'n1', properties: own, geometry },
      { type: 'Feature', id: 'n2', properties: { latitude: 50 }, geometry },
    ]

    const { rows } = await read({ type: 'FeatureCollection', features })

    const places = { latitude: 50, 'point longitude': 7, 'point altitude': 12 }
    expect(rows).toEqual([
      { 'feature id': 'n1', ...own, ...places },
      { 'feature id': 'n2', id: null, longitude: null, altitude: null, geometry: null, ...places },
    ])
  })

  describe('of large GeoJSON', () => {
    const feature = (at: number) =>
      `{"type":"Feature","properties":{"id":${at},"note":"a \\"}] {${'x'.repeat(10_000)}"},"geometry":{"type":"Point","coordinates":[7.5,50]}}`
    const head = '{"type": "FeatureCollection", "bbox": [1, 2, 3, 4], "features": ['
    const features = Array.from({ length: 1800 }, (_, at) => feature(at)).join(',\n')

    it('is read feature by feature', async () => {
      const { rows, types } = await read(`${head}${features}], "name": "after"}`)

      expect(types).toEqual(['id BIGINT', 'note VARCHAR', 'longitude DOUBLE', 'latitude BIGINT'])
      expect(rows).toHaveLength(1800)
      expect(rows.at(-1)).toMatchObject({ id: 1799, longitude: 7.5, latitude: 50 })
    })

    it('has x and y if a coordinate system follows the features', async () => {
      const crs = '"crs": {"type": "name", "properties": {"name": "EPSG:25832"}}'

      const { rows } = await read(`${head}${features}], ${crs}}\n`)

      expect(rows[0]).toMatchObject({ x: 7.5, y: 50 })
    })

    it.each([',{"type":', ']', '], "name": "a'])('says that its end is missing after %j', async (end) => {
      await expect(read(`${head}${features}${end}`)).rejects.toThrow('ends before its JSON is complete.')
    })

    it('is refused with a key that a feature has twice', async () => {
      const twice = '{"type":"Feature","properties":{"id":1,"id":2},"geometry":null}'

      await expect(read(`${head}${features},${twice}]}`)).rejects.toThrow(
        'Feature 1,801 of a.json contains an object with the duplicate key “id”. Rename or remove one of them.',
      )
    })

    it('is refused if its rows exceed the free disk space', async () => {
      const folder = await testFolder()
      const path = join(folder, 'a.geojson')
      await writeFile(path, `${head}${features}]}`)
      const collection = await geoJsonCollection(path, 'a.geojson')

      const writing = collection && writeFeatures(collection, join(folder, 'rows'), { most: 10_000_000 })

      await expect(writing).rejects.toThrow(
        'There is not enough disk space to read a.geojson, which needs more than 10 MB.',
      )
    })

    it.each([
      [`${features}] garbage`, 1800],
      [`${features}], "name": }`, 1800],
      [`${features}, nul]}`, 1800],
      [`${features},]}`, 1800],
      [`${feature(0)} garbage ,${features}]}`, 1],
      [`${feature(0)} ${features}]}`, 1],
      [`,${features}]}`, 0],
    ])('says after which feature it is damaged', async (content, last) => {
      const place = last === 0 ? 'before its first feature' : `after feature ${last.toLocaleString('en')}`
      await expect(read(`${head}${content}`)).rejects.toThrow(`is not valid JSON ${place}. Correct it there`)
    })
  })

  it('of GeoJSON keeps the lines and areas of its features as JSON', async () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [7, 50],
        [6.9, 50.9],
      ],
    }
    const river = { type: 'Feature', id: 'r1', properties: { name: 'Rhein', km: 1232.7 }, geometry: line }

    const { rows, types } = await read({ type: 'FeatureCollection', features: [river, { ...river, geometry: null }] })

    expect(types).toEqual(['id VARCHAR', 'name VARCHAR', 'km DOUBLE', 'geometry VARCHAR'])
    expect(rows).toEqual([
      {
        id: 'r1',
        name: 'Rhein',
        km: 1232.7,
        geometry: JSON.stringify(line).replace('50]', '50.0]').replace('[7,', '[7.0,'),
      },
      { id: 'r1', name: 'Rhein', km: 1232.7, geometry: null },
    ])
  })

  it('with a nested table reports the path to the rows', async () => {
    const { rows, said } = await read({ status: 'ok', result: { count: 2, items: [{ a: 1 }, { a: 2 }] } })

    expect(rows).toEqual([{ a: 1 }, { a: 2 }])
    expect(said).toContain('The rows were taken from “result.items”, the one table in the document.')
  })

  it('names a column whose texts are times as the file does', async () => {
    const { types, said } = await read([['t'], ['2024-01-01T00:00Z'], ['2024-01-02T00:00Z']])

    expect(types).toEqual(['t TIMESTAMP WITH TIME ZONE'])
    expect(said).toContain('Column `t` was read as times with offsets, converted to UTC.')
  })

  it('has its times parsed from text, and its strings of digits kept as text', async () => {
    const { types, said } = await read([{ t: '2024-01-01T00:00', zip: '01067', day: '20240301', v: '1.5' }])

    expect(types).toEqual(['t TIMESTAMP', 'zip VARCHAR', 'day VARCHAR', 'v VARCHAR'])
    expect(said).toContain('Column `t` was read as times.')
  })

  it('is read as text in columns of mixed types', async () => {
    expect((await read([{ a: 1 }, { a: 'x' }, { a: [1, 2] }])).rows).toEqual([{ a: '1' }, { a: 'x' }, { a: '[1,2]' }])
  })

  it.each([
    [
      'several tables',
      { a: [{ x: 1 }], b: [{ y: 1 }] },
      'a.json holds several tables: a, b. Save the one you need as a separate file.',
    ],
    ['nothing', [], 'a.json is an empty list. Choose a file with at least one row.'],
    ['a number', 42, 'a.json is JSON, but not a table'],
    ['numbers', [1, 2, 3], 'a.json is JSON, but not a table'],
    [
      'an extra comma',
      '[{"a":1},\n{"a":2},]',
      'a.json is not valid JSON at line 2, column 9. Correct it there, or export the file again.',
    ],
    [
      'a comment',
      '// c\n{"a":1}\n',
      'a.json is not valid JSON at line 1, column 1. Correct it there, or export the file again.',
    ],
    [
      'a truncated object',
      '{"a": [1, 2',
      'a.json ends before its JSON is complete. Correct it there, or export the file again.',
    ],
    [
      'a broken line',
      '{"a":1}\n{"a":\n{"a":3}\n',
      'Line 2 of a.json is not valid JSON. Correct it, or remove the line.',
    ],
  ])('with %s is refused, and the error says what to do', async (_, content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence)
  })
})

describe('JSON with odd names', () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `k${n}`)

  it.each([
    ['one object', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))],
    ['an array of objects', JSON.stringify(names.map((name) => ({ [name]: 1 })))],
    ['one object per line', names.map((name) => JSON.stringify({ [name]: 1 })).join('\n')],
  ])('FLT21 is refused with the number of its names: %s', { timeout: 60_000 }, async (_, content) => {
    await expect(read(content)).rejects.toThrow('a.json has 100,000 columns; a step accepts up to 4,000.')
  })

  it('FLT21 is refused with a name that an object has twice', async () => {
    const twice = '[{"a": 1, "b": {"c": 1, "c": 2}}, {"a": 3}]'

    await expect(read(twice)).rejects.toThrow('a.json contains an object with the duplicate key “c”. Rename or remove')
    await expect(read('{"a": 1, "a": 2}\n{"a": 3}\n')).rejects.toThrow('the duplicate key “a”')
    await expect(read('{"a": [1], "b": [3], "a": [2]}')).rejects.toThrow('the duplicate key “a”')
    await expect(read('{"rows": [{"a": 1, "\\"": "b:", "\\"": 2}]}')).rejects.toThrow('the duplicate key “"”')
  })

  it('notes the new names of a column without a name and of one whose name differs from another only in case', async () => {
    const { rows, said } = await read('[{"a": 1, "A": 2, "": 3, "C3": 4}, {"B": 5, "b": 6, "A_1": 7}]')

    expect(rows).toEqual([
      { a: 1, 'A (2)': 2, 'column 3': 3, C3: 4, B: null, 'b (2)': null, A_1: null },
      { a: null, 'A (2)': null, 'column 3': null, C3: null, B: 5, 'b (2)': 6, A_1: 7 },
    ])
    expect(said.slice(1)).toEqual([
      'The column without a name is named column 3.',
      'Duplicate column names were changed to A (2), b (2).',
    ])
  })

  it('also says so if the column first occurs far down, and in one object per line', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `{"level":${n}}\n`)

    const { types, said } = await read(`${lines.join('')}{"Level":1}\n`)

    expect(types).toEqual(['level BIGINT', 'Level (2) BIGINT'])
    expect(said.slice(1)).toEqual(['Duplicate column names were changed to Level (2).'])
  })

  it.each([
    ['beside the key', '[{"a": 1, "": 2, "C1": 3, "A": 4}]', { a: 1, 'column 2': 2, C1: 3, 'A (2)': 4 }],
    ['after the key', '{"C1": 1, "": 2, "C1_1": 3}\n{"C1": 1, "": 2, "C1_1": 3}\n', { C1: 1, 'column 2': 2, C1_1: 3 }],
    ['beside the key in lowercase', '[{"": 1, "c0": 2}]', { 'column 1': 1, c0: 2 }],
  ])('keeps a column without a name %s that the engine would use as its name', async (_, content, row) => {
    const { rows } = await read(content)

    expect(rows[0]).toEqual(row)
  })

  it('keeps a column without a name if the key that the engine would use as its name first occurs far down', async () => {
    const lines = Array.from({ length: 30_000 }, () => '{"id":123456789012345678901,"":1}\n')

    const { rows, said } = await read(`${lines.join('')}{"":2,"C1":"x"}\n`)

    expect(rows[0]).toEqual({ id: Number('123456789012345678901'), 'column 2': 1, C1: null })
    expect(rows.at(-1)).toEqual({ id: null, 'column 2': 2, C1: 'x' })
    expect(said.slice(1)).toEqual(['The column without a name is named column 2.'])
  })

  it.each([
    ['columns and data', { columns: ['a', 'a', '', 'A', '2020', '2019'], data: [[1, 2, 3, 4, 5, 6], [7]] }],
    ['arrays below a header', [['a', 'a', '', 'A', '2020', '2019'], [1, 2, 3, 4, 5, 6], [7]]],
    [
      'columns and data inside',
      { table: { columns: ['a', 'a', '', 'A', '2020', '2019'], data: [[1, 2, 3, 4, 5, 6], [7]] } },
    ],
  ])('keeps all columns of a header with repeated names in their order: %s', async (_, content) => {
    const { types, rows, said } = await read(content)

    expect(types.map((type) => type.replace(/ \w+$/, ''))).toEqual(['a', 'a (2)', 'column 3', 'A (3)', '2020', '2019'])
    expect(rows.map((row) => Object.values(row))).toEqual([
      [6, 5, 1, 2, 3, 4],
      [null, null, 7, null, null, null],
    ])
    expect(said.slice(-2)).toEqual([
      'The column without a name is named column 3.',
      'Duplicate column names were changed to a (2), A (3).',
    ])
  })

  it.each([
    ['columns and data', { columns: ['a', 'b'], data: [[1, 2, 3], [4, 5, 6, null], [7]] }],
    ['arrays below a header', [['a', 'b'], [1, 2, 3], [4, 5, 6, null], [7]]],
  ])('keeps cells beyond the header in a column without a name: %s', async (_, content) => {
    const { rows, said } = await read(content)

    expect(rows).toEqual([
      { a: 1, b: 2, 'column 3': 3 },
      { a: 4, b: 5, 'column 3': 6 },
      { a: 7, b: null, 'column 3': null },
    ])
    expect(said.slice(1)).toEqual(['The column without a name is named column 3.'])
  })

  it('keeps cells beyond the first of arrays without a header', async () => {
    const { rows } = await read([[1], [2, null, 3], [4, null]])

    expect(rows).toEqual([
      { 'column 1': 1, 'column 2': null, 'column 3': null },
      { 'column 1': 2, 'column 2': null, 'column 3': 3 },
      { 'column 1': 4, 'column 2': null, 'column 3': null },
    ])
  })

  it('keeps names that only look as if they had been changed', async () => {
    const { types, said } = await read('[{"C0": 1, "level": 2, "level_1": 3}]')

    expect(types).toEqual(['C0 BIGINT', 'level BIGINT', 'level_1 BIGINT'])
    expect(said.slice(1)).toEqual([])
  })

  it('may have names that differ only in case, except in nested objects', async () => {
    const { rows } = await read('[{"a": 1, "A": 2}]')

    expect(rows).toEqual([{ a: 1, 'A (2)': 2 }])
    const fault =
      'Nested objects in a.json have names that differ only in case, such as “C”. Spell the name the same in all of them, or rename one.'
    await expect(read('[{"b": {"c": 1, "C": 2}}]')).rejects.toThrow(fault)
    await expect(read('[{"b": {"c": 1}}, {"b": {"C": 2}}]')).rejects.toThrow(fault)
  })
})
