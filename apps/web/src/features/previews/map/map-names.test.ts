import { describe, expect, it } from 'vitest'
import type { MapFeature } from './geojson.ts'
import { nameOf, namesWithRoom } from './map-names.ts'

const feature = (properties: Record<string, unknown>): MapFeature => ({ points: [], lines: [], areas: [], properties })

describe('nameOf', () => {
  it.each([
    [{ id: 7, Name: 'Köln' }, 'Köln'],
    [{ station: 'Bonn', title: 'Gauge' }, 'Gauge'],
    [{ name: 3 }, undefined],
    [{ name: '', label: 'Trier' }, 'Trier'],
  ])('of %j is %s', (properties, name) => {
    expect(nameOf(feature(properties))).toBe(name)
  })
})

describe('namesWithRoom', () => {
  const size = { width: 200, height: 100 }
  const written = (...all: [name: string, x: number, y: number][]) =>
    namesWithRoom(
      all.map(([name, x, y]) => ({ name, at: [x, y] as const })),
      size,
      (name) => name.length * 10,
    ).map(({ name }) => name)

  it('draws no name over another one or outside the map', () => {
    expect(written(['a', 10, 50], ['b', 15, 55], ['c', 15, 80], ['long name', 150, 20], ['d', 10, -5])).toEqual([
      'a',
      'c',
    ])
  })

  it('draws none among very many points', () => {
    expect(written(...Array.from({ length: 400 }, (): [string, number, number] => ['a', 10, 50]))).toEqual([])
  })
})
