import { describe, expect, it } from 'vitest'
import { figureCurves } from './figure-curves.ts'

const figure = (x: unknown[] | undefined, layout = {}) =>
  JSON.stringify({ data: [{ type: 'scatter', name: 'Bonn', x, y: [3, null, 1] }], layout })

describe('the curves of a figure in a report', () => {
  it('keep the distances of numbers and times', () => {
    const points = (x: unknown[]) => figureCurves(figure(x)).curves[0]?.points.map((point) => point.x)

    expect(points([1, 2, 10])).toEqual([1, 2, 10])
    expect(points(['2024-05-01 00:00:00', '2024-05-01T06:00:00+02:00', '2024-05-02'])).toEqual([
      Date.UTC(2024, 4, 1),
      Date.UTC(2024, 4, 1, 4),
      Date.UTC(2024, 4, 2),
    ])
  })

  it('are in their order where x has names or is missing', () => {
    expect(figureCurves(figure(['Bonn', 'Köln', 'Maxau']))).toMatchObject({ xKind: 'place' })
    expect(figureCurves(figure([1, 2]))).toMatchObject({ xKind: 'place' })
    expect(figureCurves(figure(undefined)).curves[0]?.points).toEqual([
      { x: 0, y: 3 },
      { x: 1, y: null },
      { x: 2, y: 1 },
    ])
  })

  it('have only points with a place, also when they end with a gap', () => {
    const y = [...Array.from({ length: 721 }, (_, at) => (at < 720 ? at : null))]
    const [curve] = figureCurves(JSON.stringify({ data: [{ y, x: y.map((_, at) => at) }] })).curves

    expect(curve?.points.every(({ x }) => Number.isFinite(x))).toBe(true)
    expect(curve?.points.at(-1)).toEqual({ x: 720, y: null })
  })

  it('have the names and titles of the figure', () => {
    const layout = { xaxis: { title: { text: 'Day' } }, yaxis: { title: 'Level (cm)' } }

    expect(figureCurves(figure([1, 2, 3], layout))).toMatchObject({ xTitle: 'Day', yTitle: 'Level (cm)' })
    expect(figureCurves('no JSON').curves).toEqual([])
  })
})
