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

  it.each([
    ['a chain', (at: number) => at - 1],
    ['a tree', (at: number) => (at - 1) >> 1],
    ['a fan', () => 0],
  ])('places the 10,000 nodes of %s', (_shape, parentOf) => {
    const nodes = Array.from({ length: 10_000 }, (_, at) => node(`n${at}`))
    const edges = nodes.slice(1).map(({ key }, at) => edge(`n${parentOf(at + 1)}`, key))

    const places = layoutOf(nodes, edges)

    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(10_000)
    for (const { from, to } of edges) expect(places.get(to)!.x).toBeGreaterThanOrEqual(places.get(from)!.x + 200)
  })

  it('places many nodes that wait for each other', () => {
    const nodes = Array.from({ length: 4000 }, (_, at) => node(`n${at}`))
    const places = layoutOf(
      nodes,
      nodes.map(({ key }, at) => edge(key, `n${(at + 1) % 4000}`)),
    )

    expect(places.size).toBe(4000)
    expect([...places.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  })
})
