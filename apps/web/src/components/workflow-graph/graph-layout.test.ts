import { describe, expect, it } from 'vitest'
import { layoutOf } from './graph-layout.ts'

const node = (key: string) => ({ key, width: 200, height: 80 })
const edge = (from: string, to: string) => ({ from, to })

describe('the layout of a graph', () => {
  it('places each node to the right of those it depends on, without overlaps', () => {
    const nodes = ['a', 'b', 'c', 'd'].map(node)
    const places = layoutOf(nodes, [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')])
    const at = (key: string) => places.get(key) ?? { x: Number.NaN, y: Number.NaN }

    expect(at('b').x).toBeGreaterThanOrEqual(at('a').x + 200)
    expect(at('d').x).toBeGreaterThanOrEqual(at('c').x + 200)
    expect(Math.abs(at('b').y - at('c').y)).toBeGreaterThanOrEqual(80)
  })

  it('also places nodes that wait for each other or for themselves', () => {
    const places = layoutOf([node('a'), node('b')], [edge('a', 'b'), edge('b', 'a'), edge('a', 'a')])

    expect([...places.keys()]).toEqual(['a', 'b'])
    expect([...places.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  })
})
