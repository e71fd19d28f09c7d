import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { geoJsonCollection, writeFeatures } from '@millrace/tables/geojson-lines'
import { describe, expect, it } from 'vitest'
import { testFolder } from '#testing.ts'
import { readJson } from '#testing-reading.ts'

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
    expect((await readJson(content)).rows).toEqual(rows)
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

    const { rows } = await readJson({ type: 'FeatureCollection', ...members, features: [point] })

    expect(rows).toEqual([{ name: 'Köln', x: coordinates[0], y: coordinates[1] }])
  })

  it('of GeoJSON keeps properties with the names that are used for the parts of a feature', async () => {
    const geometry = { type: 'Point', coordinates: [7, 50, 12] }
    const own = { id: 'gauge', longitude: 'east', latitude: 50, altitude: 'low', geometry: 'point' }
    const features = [
      { type: 'Feature', id: 'n1', properties: own, geometry },
      { type: 'Feature', id: 'n2', properties: { latitude: 50 }, geometry },
    ]

    const { rows } = await readJson({ type: 'FeatureCollection', features })

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
      const { rows, types } = await readJson(`${head}${features}], "name": "after"}`)

      expect(types).toEqual(['id BIGINT', 'note VARCHAR', 'longitude DOUBLE', 'latitude BIGINT'])
      expect(rows).toHaveLength(1800)
      expect(rows.at(-1)).toMatchObject({ id: 1799, longitude: 7.5, latitude: 50 })
    })

    it('has x and y if a coordinate system follows the features', async () => {
      const crs = '"crs": {"type": "name", "properties": {"name": "EPSG:25832"}}'

      const { rows } = await readJson(`${head}${features}], ${crs}}\n`)

      expect(rows[0]).toMatchObject({ x: 7.5, y: 50 })
    })

    it.each([',{"type":', ']', '], "name": "a'])('says that its end is missing after %j', async (end) => {
      await expect(readJson(`${head}${features}${end}`)).rejects.toThrow('ends before its JSON is complete.')
    })

    it('is refused with a key that a feature has twice', async () => {
      const twice = '{"type":"Feature","properties":{"id":1,"id":2},"geometry":null}'

      await expect(readJson(`${head}${features},${twice}]}`)).rejects.toThrow(
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
      await expect(readJson(`${head}${content}`)).rejects.toThrow(`is not valid JSON ${place}. Correct it there`)
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

    const { rows, types } = await readJson({
      type: 'FeatureCollection',
      features: [river, { ...river, geometry: null }],
    })

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
    const { rows, said } = await readJson({ status: 'ok', result: { count: 2, items: [{ a: 1 }, { a: 2 }] } })

    expect(rows).toEqual([{ a: 1 }, { a: 2 }])
    expect(said).toContain('The rows were taken from “result.items”, the one table in the document.')
  })

  it('names a column whose texts are times as the file does', async () => {
    const { types, said } = await readJson([['t'], ['2024-01-01T00:00Z'], ['2024-01-02T00:00Z']])

    expect(types).toEqual(['t TIMESTAMP WITH TIME ZONE'])
    expect(said).toContain('Column `t` was read as times with offsets, converted to UTC.')
  })

  it('has its times parsed from text, and its strings of digits kept as text', async () => {
    const { types, said } = await readJson([{ t: '2024-01-01T00:00', zip: '01067', day: '20240301', v: '1.5' }])

    expect(types).toEqual(['t TIMESTAMP', 'zip VARCHAR', 'day VARCHAR', 'v VARCHAR'])
    expect(said).toContain('Column `t` was read as times.')
  })

  it('is read as text in columns of mixed types', async () => {
    expect((await readJson([{ a: 1 }, { a: 'x' }, { a: [1, 2] }])).rows).toEqual([
      { a: '1' },
      { a: 'x' },
      { a: '[1,2]' },
    ])
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
    await expect(readJson(content)).rejects.toThrow(sentence)
  })
})
