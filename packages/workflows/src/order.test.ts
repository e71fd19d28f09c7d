import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderOf } from './order.ts'

/** Random graphs of up to 30 nodes, with and without cycles. */
const graphs = fc.integer({ min: 1, max: 30 }).chain((count) =>
  fc.array(fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 4 }), {
    minLength: count,
    maxLength: count,
  }),
)

/** Whether a node waits for another node, directly or indirectly. */
function waitsFor(graph: readonly number[][], from: number, to: number): boolean {
  const seen = new Set<number>()
  const next = [...(graph[from] ?? [])]
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    if (node === to) return true
    if (seen.has(node)) continue
    seen.add(node)
    next.push(...(graph[node] ?? []))
  }
  return false
}

describe('orderOf', () => {
  it('places every node either in the order, in a cycle, or among those that wait for a cycle', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const { sorted, cycles, blocked } = orderOf(graph)
        const isInCycle = (node: number) => waitsFor(graph, node, node)

        const position = new Map(sorted.map((node, at) => [node, at]))
        for (const node of sorted) {
          for (const other of graph[node] ?? []) expect(position.get(other)).toBeLessThan(position.get(node) ?? 0)
        }
        for (const cycle of cycles) {
          for (const [at, node] of cycle.entries()) expect(graph[node]).toContain(cycle[(at + 1) % cycle.length])
        }
        const groups = graph.flatMap((_, node) => (isInCycle(node) ? [node] : []))
        for (const node of groups) {
          const named = cycles.filter(
            ([first = -1]) => first === node || (waitsFor(graph, node, first) && waitsFor(graph, first, node)),
          )
          expect(named).toHaveLength(1)
        }
        expect(new Set([...sorted, ...cycles.flat(), ...blocked]).size).toBe(graph.length)
      }),
    )
  })

  it('follows 100,000 nodes in a row without running out of stack', () => {
    const row = Array.from({ length: 100_000 }, (_, at) => (at === 0 ? [99_999] : [at - 1]))

    expect(orderOf(row).cycles.map(({ length }) => length)).toEqual([100_000])
  })
})
