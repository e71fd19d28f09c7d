/** A topological order, in which each node follows its dependencies, and the nodes that can't be ordered. */
export interface Order {
  sorted: number[]
  /**
   * One cycle for each group of nodes that wait for each other. A cycle lists the indexes of nodes. Each node waits for
   * the next one, and the last waits for the first.
   */
  cycles: number[][]
  /** Nodes that are in none of these `cycles` but never start, because they wait for a node in a cycle. */
  blocked: number[]
}

/** Sorts by Kahn’s algorithm, in linear time. `dependencies[i]` lists the nodes that `i` waits for. */
export function orderOf(dependencies: readonly (readonly number[])[]): Order {
  const waiting = dependencies.map((list) => list.length)
  const dependents: number[][] = dependencies.map(() => [])
  for (const [node, list] of dependencies.entries()) for (const other of list) dependents[other]?.push(node)
  const sorted = waiting.flatMap((count, node) => (count === 0 ? [node] : []))
  for (let at = 0; at < sorted.length; at += 1) {
    for (const next of dependents[sorted[at] as number] ?? []) {
      waiting[next] = (waiting[next] ?? 0) - 1
      if (waiting[next] === 0) sorted.push(next)
    }
  }
  if (sorted.length === dependencies.length) return { sorted, cycles: [], blocked: [] }
  const done = new Set(sorted)
  const cycles = cyclesAmong(dependencies, done)
  const inCycle = new Set(cycles.flat())
  const blocked = [...dependencies.keys()].filter((node) => !done.has(node) && !inCycle.has(node))
  return { sorted, cycles, blocked }
}

/** Returns one cycle for each strongly connected component, found by Kosaraju's algorithm. */
function cyclesAmong(dependencies: readonly (readonly number[])[], done: ReadonlySet<number>): number[][] {
  const stuck = [...dependencies.keys()].filter((node) => !done.has(node))
  const waitsFor = new Map(stuck.map((node) => [node, (dependencies[node] ?? []).filter((other) => !done.has(other))]))
  const waitedForBy = new Map(stuck.map((node) => [node, [] as number[]]))
  for (const [node, list] of waitsFor) for (const other of list) waitedForBy.get(other)?.push(node)
  const groups: number[][] = []
  const grouped = new Set<number>()
  for (const node of finished(stuck, waitsFor).reverse()) {
    const group = reach(node, waitedForBy, grouped)
    const isCycle = group.length > 1 || (group.length === 1 && waitsFor.get(node)?.includes(node))
    if (isCycle) groups.push(cycleIn(new Set(group.toSorted((a, b) => a - b)), waitsFor))
  }
  return groups.toSorted(([a = 0], [b = 0]) => a - b)
}

/** Returns the nodes in the order in which a depth-first search leaves them. Avoids recursion for deep graphs. */
function finished(nodes: readonly number[], edges: ReadonlyMap<number, readonly number[]>): number[] {
  const left: number[] = []
  const seen = new Set<number>()
  for (const start of nodes) {
    if (seen.has(start)) continue
    seen.add(start)
    const stack = [{ node: start, next: 0 }]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const other = edges.get(top.node)?.[top.next]
      top.next += 1
      if (other === undefined) left.push(stack.pop()?.node as number)
      else if (!seen.has(other)) {
        seen.add(other)
        stack.push({ node: other, next: 0 })
      }
    }
  }
  return left
}

function reach(start: number, edges: ReadonlyMap<number, readonly number[]>, taken: Set<number>): number[] {
  if (taken.has(start)) return []
  taken.add(start)
  const found = [start]
  for (let at = 0; at < found.length; at += 1) {
    for (const other of edges.get(found[at] as number) ?? []) {
      if (taken.has(other)) continue
      taken.add(other)
      found.push(other)
    }
  }
  return found
}

function cycleIn(group: ReadonlySet<number>, waitsFor: ReadonlyMap<number, readonly number[]>): number[] {
  const place = new Map<number, number>()
  const path: number[] = []
  let [node] = group
  while (node !== undefined && !place.has(node)) {
    place.set(node, path.length)
    path.push(node)
    node = waitsFor.get(node)?.find((other) => group.has(other))
  }
  return path.slice(node === undefined ? 0 : place.get(node))
}
