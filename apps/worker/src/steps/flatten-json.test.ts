import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { flattenJson } from './flatten-json.ts'
import { flatRecord } from './json/flat-records.ts'

const flatten = (document: unknown, parameters: Record<string, unknown> = {}) =>
  runOn(
    flattenJson,
    { 'network.json': typeof document === 'string' ? document : JSON.stringify(document) },
    { output_format: 'csv', ...parameters },
  )

/** Counts the primitive values, arrays and empty objects within a value. */
function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 1
  const children = Object.values(value)
  return children.length === 0 ? 1 : children.reduce<number>((sum, child) => sum + leaves(child), 0)
}

describe('flatten_json', () => {
  it('flattens only the first records if asked to', async () => {
    const outcome = await flatten([{ a: 1 }, { a: 2 }, { b: 3 }], { sample_rows: 2 })

    expect(outcome.result).toEqual({ rows: 2, columns: 1 })
    expect(outcome.log).toContain('Only the first 2 records of network.json were flattened.')
  })

  it('keeps the names of objects with a property named “key”', async () => {
    const outcome = await flatten({ north: { key: 'a', v: 1 }, south: { key: 'b', v: 2 } })

    expect(await outcome.rows('table')).toEqual([
      { 'key (2)': 'north', key: 'a', v: 1 },
      { 'key (2)': 'south', key: 'b', v: 2 },
    ])
  })

  it('makes a column from each path, with the same types as in other tables', async () => {
    const stations = [
      { name: 'Kaub', at: { lat: 50.085, lon: 7.764 }, sensors: ['level', 'flow'], log: [{ a: 1 }] },
      { name: 'Köln', at: { lat: 50.937 }, sensors: [] },
    ]

    const outcome = await flatten({ network: 'Rhine', stations }, { pointer: '/stations' })

    expect(outcome.result).toEqual({ rows: 2, columns: 5 })
    expect(await outcome.rows('table')).toEqual([
      { name: 'Kaub', 'at.lat': 50.085, 'at.lon': 7.764, sensors: 'level; flow', log: '[{"a":1}]' },
      expect.objectContaining({ name: 'Köln', 'at.lat': 50.937, 'at.lon': null }),
    ])
  })

  it('keeps the digits of large whole numbers, even in lists', async () => {
    const text = '[{"id": 9007199254740993, "ids": [9007199254740995], "deep": [{"id": 9007199254740997}]}]'

    const outcome = await flatten(text)

    expect(await outcome.text('table')).toBe(
      'id,ids,deep\n9007199254740993,9007199254740995,"[{""id"":9007199254740997}]"\n',
    )
  })

  it.each(['[{"a": 1, "b": {"c": 1, "c": 2}}]', '{"a": 1}\n{"a": 3, "c": 1, "c": NaN}\n'])(
    'refuses an object with a duplicate key: %s',
    async (text) => {
      await expect(flatten(text)).rejects.toThrow(
        'network.json contains an object with the duplicate key “c”. Rename or remove one of them.',
      )
    },
  )

  it('makes a row from each feature of GeoJSON', async () => {
    const geometry = { type: 'Point', coordinates: [7.5, 50.25] }
    const features = [{ type: 'Feature', properties: { name: 'Kaub' }, geometry }]

    const outcome = await flatten({ type: 'FeatureCollection', features })

    expect(await outcome.rows('table')).toMatchObject([
      { 'properties.name': 'Kaub', 'geometry.type': 'Point', 'geometry.coordinates': '7.5; 50.25' },
    ])
  })

  it('leaves cells empty where Python wrote NaN or Infinity', async () => {
    const outcome = await flatten('[{"a": NaN, "b": [1, -Infinity]}, {"a": 2, "b": []}]')

    expect(await outcome.rows('table')).toMatchObject([{ a: null }, { a: 2 }])
  })

  it('makes a row from each JSON line', async () => {
    const outcome = await runOn(flattenJson, { 'a.jsonl': '{"a": 1}\n{"b": {"c": 2}}\n' })

    expect(await outcome.rows('table')).toEqual([
      { a: 1, 'b.c': null },
      { a: null, 'b.c': 2 },
    ])
  })

  it('makes rows from an object of objects', async () => {
    const outcome = await flatten({ Kaub: { level: 1 }, Bonn: { level: 2 } })

    expect(await outcome.rows('table')).toEqual([
      { key: 'Kaub', level: 1 },
      { key: 'Bonn', level: 2 },
    ])
  })

  it.each([
    ['{"a": [1, 2', {}, 'isn’t valid JSON'],
    ['{"a": 1}', { pointer: '/b' }, 'network.json has nothing at /b. Choose the path to a list of objects.'],
    ['[]', {}, 'network.json has a list of 0 items at the top.'],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, {}, 'nested more than 1,000 levels deep'],
    [
      JSON.stringify(
        Array.from({ length: 60 }, (_, row) =>
          Object.fromEntries(Array.from({ length: 100 }, (__, at) => [`k${row}_${at}`, 1])),
        ),
      ),
      {},
      'more than 5,000 columns',
    ],
  ])('refuses %.20s', async (document, parameters, sentence) => {
    await expect(flatten(document, parameters)).rejects.toThrow(sentence)
  })

  it('keeps every value of any object, whatever its keys are', () => {
    fc.assert(
      fc.property(
        fc.object({ maxDepth: 4, key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a.b', '')) }),
        (value) => {
          expect(flatRecord(value).size).toBe(leaves(value))
        },
      ),
    )
  })
})
