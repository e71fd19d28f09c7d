import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'
import { computeChecksums } from './compute-checksums.ts'
import { pointsToGeojson } from './points-to-geojson.ts'
import { selectJson } from './select-json.ts'

describe('compute_checksums', () => {
  it('writes lines that sha256sum can verify', async () => {
    const outcome = await runOn(computeChecksums, { 'abc.txt': 'abc', 'empty.bin': new Uint8Array() })

    expect(outcome.outputs).toMatchObject([{ name: 'checksums.sha256' }])
    expect(await outcome.text('checksums')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n' +
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.bin\n',
    )
    expect(outcome.result).toEqual({ files: 2, bytes: 3 })
  })
})

describe('select_json', () => {
  const DOCUMENT = '{"a": [1, {"b/c": "x"}], "__proto__": {"polluted": true}}'
  const select = (pointer: string, text = DOCUMENT) => runOn(selectJson, { 'a.json': text }, { pointer })

  it.each([
    ['', JSON.parse(DOCUMENT)],
    ['/a/0', 1],
    ['/a/1/b~1c', 'x'],
    ['/__proto__', { polluted: true }],
  ])('extracts the value at “%s”', async (pointer, value) => {
    expect(await (await select(pointer)).json('selected')).toEqual(value)
    expect({}).not.toHaveProperty('polluted')
  })

  it('writes numbers as they are in the document', async () => {
    const numbers = '[1.10,-0.0,-0,1E5,1e400,0.1,100,9007199254740993,12345678901234567890.5]'
    const outcome = await runOn(
      selectJson,
      { 'a.json': `{"n":${numbers},"t":"1.10"}` },
      { pointer: '/n', indent: false },
    )

    expect((await outcome.text('selected')).trim()).toBe(numbers)
    const one = await select('/n/0', `{"n": ${numbers}}`)
    expect([await one.text('selected'), one.log]).toEqual(['1.10\n', ['Selected the value 1.10.']])
    await expect(select('/n/0/rawJSON', `{"n": ${numbers}}`)).rejects.toThrow('At /n/0 it has the value 1.10.')
  })

  it.each(['1.10', '-0.0', '-0', '1E5', '1e400', '0.00000001', '12345678901234567890', '12345678901.2345678'])(
    'writes the number %s as it is in the document',
    async (number) => {
      expect(await (await select('/n', `{"n":[${number}]}`)).text('selected')).toContain(number)
    },
  )

  it('keeps the digits of large whole numbers', async () => {
    const text = '{"ids": [9007199254740993, 12345678901234567890]}'

    expect(await (await select('/ids/1', text)).text('selected')).toBe('12345678901234567890\n')
    expect(await (await select('', text)).text('selected')).toContain('9007199254740993,\n')
    await expect(select('/ids/1/x', text)).rejects.toThrow('At /ids/1 it has the value 12345678901234567890.')
  })

  it('reads UTF-16, and JSON lines as a list', async () => {
    const utf16 = Buffer.from('\ufeff{"name": "Köln"}', 'utf16le')
    const lines = '{"a": 1}\n\n{"a": 9007199254740993}\n'

    const named = await runOn(selectJson, { 'a.json': utf16 }, { pointer: '/name' })
    const second = await runOn(selectJson, { 'a.jsonl': lines }, { pointer: '/1/a' })

    expect(await named.json('selected')).toBe('Köln')
    expect(await second.text('selected')).toBe('9007199254740993\n')
    await expect(runOn(selectJson, { 'a.jsonl': '{}\n{"a"' })).rejects.toThrow('the error is on line 2')
  })

  it('reads a text of 20 MB, also one full of quotes', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(20_000_000), b: '"'.repeat(1_000_000) })

    expect(await (await select('/b', text)).json('selected')).toHaveLength(1_000_000)
  })

  it.each([
    ['/a/5', DOCUMENT, 'a.json has nothing at /a/5. At /a it has a list of 2 items.'],
    ['/b', DOCUMENT, 'a.json has nothing at /b. The document has a, __proto__.'],
    ['/constructor', DOCUMENT, 'a.json has nothing at /constructor.'],
    ['a', DOCUMENT, 'The pointer must start with “/”, such as /a.'],
    ['', '{\n"a": 1,\n}', 'a.json isn’t valid JSON: the error is on line 3.'],
    ['', '['.repeat(100_000), 'a.json is nested more than 1,000 levels deep.'],
  ])('refuses %s of %j', async (pointer, text, sentence) => {
    await expect(select(pointer, text)).rejects.toThrow(sentence)
  })
})

describe('points_to_geojson', () => {
  it('makes one point per row with coordinates', async () => {
    const text = 'name,lat,lon,n\nKaub,50.085,7.764,1\nnowhere,,,2\n"a ""quote""",-90,180,\n'

    const outcome = await runOn(pointsToGeojson, { 'a.csv': text })

    expect(outcome.outputs).toMatchObject([{ name: 'a.geojson' }])
    expect(await outcome.json('points')).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [7.764, 50.085] },
          properties: { name: 'Kaub', n: 1 },
        },
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [180, -90] },
          properties: { name: 'a "quote"', n: null },
        },
      ],
    })
    expect(outcome.result).toEqual({ points: 2, rowsWithout: 1 })
  })

  it.each([
    ['lat,lon\n95,7\n96,8\n', 'Column `lat` of a.csv has 95, outside of -90 to 90 degrees.'],
    ['lat,lon\n9,7\n9,361\n', 'Column `lon` of a.csv has 361, outside of -180 to 180 degrees.'],
    ['lat,lon\n9,-7\n9,190\n', 'Column `lon` of a.csv has 190, outside of -180 to 180 degrees.'],
    ['lat,lon\n9,7.6\n9,"7,5"\n', 'Column `lon` of a.csv has text, not numbers: row 2 has “7,5”.'],
    ['a,b\n1,2\n3,4\n', 'a.csv has no column with a common name for the longitude.'],
  ])('refuses %j and says what to do', async (text, sentence) => {
    await expect(runOn(pointsToGeojson, { 'a.csv': text })).rejects.toThrow(sentence)
  })

  it.each([
    [`50°56'33"N`, `6°57'30"E`, 50.9425, 6.958333333333333],
    [`50° 56′ 33″ N`, `6° 57′ 30.0″ W`, 50.9425, -6.958333333333333],
    [`50 56.55 N`, `006 57,5 E`, 50.9425, 6.958333333333333],
    [`N 50:56:33`, `W6°57'30''`, 50.9425, -6.958333333333333],
    [`-0°30'`, `179.5 W`, -0.5, -179.5],
    [`33.5S`, `-70.25`, -33.5, -70.25],
  ])('reads degrees with minutes, seconds or letters: %s, %s', async (lat, lon, latitude, longitude) => {
    const cells = [lat, lon].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

    const outcome = await runOn(pointsToGeojson, { 'a.csv': `lat,lon,n\n${cells},1\n${cells},2\n,n/a,3\n` })

    const { features } = await outcome.json<{ features: { geometry: { coordinates: number[] } }[] }>('points')
    const [x, y] = features[0]?.geometry.coordinates ?? []
    expect([x, y]).toEqual([expect.closeTo(longitude, 9), latitude])
    expect(outcome.result).toEqual({ points: 2, rowsWithout: 1 })
  })

  it.each([
    ['lat,lon\n50 56.55 N,7\n50 61.55 N,7\n', 'Column `lat` of a.csv has “50 61.55 N” in row 2, which is not an angle'],
    ['lat,lon\n50 56.55 N,7\n-50 56.55 S,7\n', 'Column `lat` of a.csv has “-50 56.55 S” in row 2'],
    ['lat,lon\n50 56.55 E,7\n50 56.55 E,7\n', 'Column `lat` of a.csv has text, not numbers'],
    ['lat,lon\n95 56.55 N,7\n50 56.55 N,7\n', 'Column `lat` of a.csv has 95.9425, outside of -90 to 90 degrees.'],
  ])('refuses %j, which is not a valid angle for its axis', async (text, sentence) => {
    await expect(runOn(pointsToGeojson, { 'a.csv': text })).rejects.toThrow(sentence)
  })

  it('keeps the digits of single precision, and says which columns it used', async () => {
    const single = await parquetOf({
      rows: 1,
      columns: ['x', 'y'].map((name, at) => ({ name, type: 'FLOAT', cells: [at === 0 ? '8.1' : '47.4'] })),
    })

    const outcome = await runOn(pointsToGeojson, { 'a.parquet': single })

    expect(await outcome.text('points')).toContain('"coordinates":[8.1,47.4]')
    expect(outcome.log).toContain('Longitude is `x`, latitude is `y`, both in degrees (WGS 84).')
  })

  it('writes times with their UTC offset as CSV results have them', async () => {
    const times = 'lat,lon,time\n50,7,2024-03-01T08:00:00+01:00\n51,8,2024-03-01T09:00:00+01:00\n'

    const outcome = await runOn(pointsToGeojson, { 'a.csv': times })

    expect(await outcome.text('points')).toContain('"time":"2024-03-01 07:00:00+00:00"')
  })

  it('leaves out infinite numbers, which JSON does not have', async () => {
    const columns = ['lat', 'lon', 'level'].map((name) => ({ name, type: 'DOUBLE', cells: ['50.085', '7.5'] }))
    columns[2]?.cells.splice(0, 2, "'inf'", '1e300')
    const table = { 'a.parquet': await parquetOf({ rows: 2, columns }) }

    const outcome = await runOn(pointsToGeojson, table)

    expect(await outcome.json('points')).toMatchObject({
      features: [{ properties: { level: null } }, { properties: { level: 1e300 } }],
    })
  })

  it('converts longitudes from 0 to 360 to −180 to 180, and says so', async () => {
    const outcome = await runOn(pointsToGeojson, { 'a.csv': 'lat,lon\n1,0\n2,180\n3,359.9\n' })

    const { features } = await outcome.json<{ features: { geometry: { coordinates: number[] } }[] }>('points')
    expect(features.map(({ geometry }) => geometry.coordinates[0])).toEqual([0, 180, -0.1])
    expect(outcome.log).toContain('`lon` has longitudes from 0 to 360. Those above 180 were reduced by 360.')
  })

  it('writes a valid collection without points', async () => {
    const outcome = await runOn(pointsToGeojson, { 'a.csv': 'lat,lon,n\n,,1\n1.5,,2\n,7,3\n' })

    expect(await outcome.json('points')).toEqual({ type: 'FeatureCollection', features: [] })
    expect(outcome.result).toEqual({ points: 0, rowsWithout: 3 })
  })

  it('reads a logger file by chosen columns', async () => {
    const parameters = { longitude: 'Höhe (2)', latitude: 'Höhe (2)' }

    await expect(runOn(pointsToGeojson, { 'köln.csv': messyCsv() }, parameters)).rejects.toThrow('outside of')
  })
})
