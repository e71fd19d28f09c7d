import { describe, expect, it } from 'vitest'
import { readGeoJson } from './geojson.ts'
import { boundsOf, decimalsOf, degreesText, fit, gridLines, project, scaleOf, unproject, zoomAt } from './projection.ts'

const collection = (...geometries: object[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry, id) => ({ type: 'Feature', properties: { id }, geometry })),
  })

describe('readGeoJson', () => {
  it('reads points, lines and areas with their properties and bounds', () => {
    const data = readGeoJson(
      collection(
        { type: 'Point', coordinates: [7, 50, 120] },
        {
          type: 'MultiLineString',
          coordinates: [
            [
              [6, 51],
              [7, 52],
            ],
          ],
        },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
            [
              [0.2, 0.1],
              [0.3, 0.1],
              [0.3, 0.2],
            ],
          ],
        },
      ),
    )

    expect(data?.features.map(({ points, lines, areas }) => [points.length, lines.length, areas.length])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
    expect(data?.features[0]?.properties).toEqual({ id: 0 })
    expect(data).toMatchObject({ bounds: { west: 0, south: 0, east: 7, north: 52 }, isGeographic: true, isCut: false })
  })

  it('draws coordinates that are not degrees as they are', () => {
    expect(readGeoJson(collection({ type: 'Point', coordinates: [356_000, 5_645_000] }))?.isGeographic).toBe(false)
  })

  it('leaves out positions that are not numbers', () => {
    const data = readGeoJson(collection({ type: 'LineString', coordinates: [[1, 2], ['x', 2], null, [3, 4]] }))

    expect(data?.features[0]?.lines).toEqual([
      [
        [1, 2],
        [3, 4],
      ],
    ])
  })

  it.each(['', '{}', '[]', '{"type":"FeatureCollection","features":[{"geometry":null}]}', '{"type":"Point"}'])(
    'is undefined without a geometry: %s',
    (text) => {
      expect(readGeoJson(text)).toBeUndefined()
    },
  )

  it('stops at collections that are nested too deeply', () => {
    let geometry: object = { type: 'Point', coordinates: [1, 1] }
    for (let depth = 0; depth < 500; depth++) geometry = { type: 'GeometryCollection', geometries: [geometry] }

    expect(readGeoJson(collection(geometry))).toBeUndefined()
  })
})

describe('the projection of a map', () => {
  const size = { width: 800, height: 400 }

  it('can be reversed', () => {
    const [x, y] = unproject(project([7.1, 50.7], true), true)

    expect(x).toBeCloseTo(7.1)
    expect(y).toBeCloseTo(50.7)
  })

  it('fits the whole map into the window', () => {
    const bounds = { west: 6, south: 49, east: 8, north: 52 }

    const shown = boundsOf(fit({ bounds, isGeographic: true }, size), size, true)

    expect(shown.west).toBeLessThan(6)
    expect(shown.east).toBeGreaterThan(8)
    expect(shown.south).toBeLessThan(49)
    expect(shown.north).toBeGreaterThan(52)
  })

  it('keeps the place under the pointer while zooming', () => {
    const window = { x: 10, y: 20, scale: 4 }
    const at = [100, 300] as const
    const placeOf = ({ x, y, scale }: typeof window) => [x + (at[0] - 400) / scale, y + (at[1] - 200) / scale]

    const zoomed = zoomAt(window, 2, at, size)

    expect(placeOf(zoomed)[0]).toBeCloseTo(placeOf(window)[0] ?? 0)
    expect(placeOf(zoomed)[1]).toBeCloseTo(placeOf(window)[1] ?? 0)
  })

  it('has grid lines at round values', () => {
    expect(gridLines(46.9, 48.1, 5)).toEqual([47, 47.5, 48])
    expect(gridLines(3, 3, 5)).toEqual([])
  })
})

describe('the scale of a map', () => {
  it('is a round distance that takes at most the given width, and is shorter at parallels far from the equator', () => {
    const window = { x: 7, y: 0, scale: 111.32 }

    const scale = scaleOf(window, 120)

    expect(scale.meters).toBe(100_000)
    expect(scale.pixels).toBeCloseTo(100)
    const [, y] = project([7, 60], true)
    expect(scaleOf({ ...window, y }, 120).meters).toBe(50_000)
  })
})

it.each([
  [7.5, '7.5° E'],
  [-20, '20° W'],
  [0, '0°'],
  [180, '180°'],
  [-180, '180°'],
  [-200, '160° E'],
  [185, '175° W'],
])('the meridian at %d is called %s', (value, text) => {
  expect(degreesText(value, 'longitude')).toBe(text)
})

it('writes all degrees of a grid with the same number of decimals', () => {
  expect(decimalsOf([7, 7.5])).toBe(1)
  expect(decimalsOf([1e-7])).toBe(7)
  expect(degreesText(51, 'latitude', 1)).toBe('51.0° N')
})

it('the parallel at -45 is called 45° S', () => {
  expect(degreesText(-45, 'latitude')).toBe('45° S')
})
