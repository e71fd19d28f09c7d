import { describe, expect, it } from 'vitest'
import { figureCurves, pathOf, valuesToShow } from './figure-curves.ts'

const figure = (x: unknown[] | undefined, layout = {}) =>
  JSON.stringify({ data: [{ type: 'scatter', name: 'Bonn', x, y: [3, null, 1] }], layout })

const traceOf = (trace: object) => figureCurves(JSON.stringify({ data: [trace] })).curves[0]
const valuesOf = (y: unknown[]) => traceOf({ type: 'scatter', y })?.points.map((point) => point.y) ?? []
const flat = Array.from({ length: 5000 }, () => 1)

describe('the curves of a figure', () => {
  it('keep an outlier when they are thinned', () => {
    const values = valuesOf(flat.with(1234, 1000).with(3456, -7))

    expect(values.length).toBeLessThan(500)
    expect(values.filter((value) => value !== 1)).toEqual([1000, -7])
  })

  it('keep a gap, and join values that are separated by single missing ones', () => {
    const wide = valuesOf(flat.map((value, at) => (at >= 2000 && at < 2100 ? null : value)))
    const single = valuesOf(flat.map((value, at) => (at % 2 === 0 ? null : value)))

    expect(wide).toContain(null)
    expect(single).not.toContain(null)
  })

  it('need at least two numbers, and a visible line', () => {
    expect(valuesOf([1, null, 'a'])).toEqual([])
    expect(traceOf({ y: [1, 2], line: { width: 0 } })).toBeUndefined()
  })

  it('are joined only where the figure joins them, and bars start at zero', () => {
    const drawn = (trace: object) => {
      const curve = traceOf({ x: [0, 1, 2, 3, 4, 5], y: [1, 2, null, 3, null, 4], ...trace })
      return (
        curve && [
          pathOf(
            curve,
            (x) => x,
            (y) => y,
          ),
          Math.min(...valuesToShow([curve])),
        ]
      )
    }

    expect(drawn({ mode: 'lines+markers' })).toEqual(['M0.0,1.0h0L1.0,2.0M3.0,3.0h0M5.0,4.0h0', 1])
    expect(drawn({ mode: 'markers' })).toEqual(['M0.0,1.0h0M1.0,2.0h0M3.0,3.0h0M5.0,4.0h0', 1])
    expect(drawn({ type: 'bar' })).toEqual(['M0.0,1.0V0.0M1.0,2.0V0.0M3.0,3.0V0.0M5.0,4.0V0.0', 0])
  })

  it('keep the distances between numbers and between times', () => {
    const points = (x: unknown[]) => figureCurves(figure(x)).curves[0]?.points.map((point) => point.x)

    expect(points([1, 2, 10])).toEqual([1, 2, 10])
    expect(points(['2024-05-01 00:00:00', '2024-05-01T06:00:00+02:00', '2024-05-02'])).toEqual([
      Date.UTC(2024, 4, 1),
      Date.UTC(2024, 4, 1, 4),
      Date.UTC(2024, 4, 2),
    ])
  })

  it('are evenly spaced, in their order, where x has names or is missing', () => {
    expect(figureCurves(figure(['Bonn', 'Köln', 'Maxau']))).toMatchObject({ xKind: 'place' })
    expect(figureCurves(figure([1, 2]))).toMatchObject({ xKind: 'place' })
    expect(figureCurves(figure(undefined)).curves[0]?.points).toEqual([
      { x: 0, y: 3 },
      { x: 1, y: null },
      { x: 2, y: 1 },
    ])
  })

  it('have only points with a finite x, even when they end with a gap', () => {
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
