import type { Load } from './chunk-loads.ts'
import { closure } from './closure.ts'
import type { SmallChunk } from './small-chunks.ts'

/** Small chunks that become one file. */
export interface Group {
  chunks: SmallChunk[]
  /** Characters of source code. */
  size: number
  /** For each load, whether it includes the group. */
  loads: boolean[]
  /** Groups that this group imports directly. */
  imports: Set<Group>
}

type Pair = readonly [Group, Group]

/** What one more file costs a load, in characters of source code that are loaded in vain. */
const FILE_COST = 10_000

/**
 * Merges groups of chunks, the best pair first, as long as the saved files outweigh the code that pages then load in
 * vain. Groups never form a cycle of imports, because the order in which modules run would then change.
 */
export function mergedGroups(chunks: readonly SmallChunk[], loads: readonly Load[]): Group[] {
  const spare = loads.map((load) => load.wasteMax * sum([...load.chunks].map(sizeOf)))
  const gains = new Map<Group, Map<Group, number>>()
  for (const group of groupsOf(chunks, loads)) rate(group, gains, loads)
  for (let pair = bestOf(gains); pair; pair = bestOf(gains)) {
    const [one, other] = pair
    const expected = gains.get(one)?.get(other) ?? 0
    gains.get(one)?.delete(other)
    if (isCircular(pair)) continue
    const added = addedBy(pair)
    const wastes = added.map((groups) => sum(groups.map(({ size }) => size)))
    if (wastes.some((waste, at) => waste > (spare[at] ?? 0))) continue
    const gain = exactGain(pair, added, wastes, loads)
    if (gain < expected) {
      // Because of its imports, the pair gains less than expected, so other pairs may be better.
      if (gain > 0) gains.get(one)?.set(other, gain)
      continue
    }
    for (const [at, waste] of wastes.entries()) spare[at] = (spare[at] ?? 0) - waste
    merge(pair, added, gains, loads)
  }
  return [...gains.keys()]
}

function groupsOf(chunks: readonly SmallChunk[], loads: readonly Load[]): Group[] {
  const groups = chunks.map((chunk) => ({
    chunks: [chunk],
    size: sizeOf(chunk),
    loads: loads.map((load) => load.chunks.has(chunk)),
    imports: new Set<Group>(),
  }))
  const byFile = new Map(chunks.map(({ fileName }, at) => [fileName, groups[at]]))
  for (const { chunks, imports } of groups)
    for (const file of chunks.flatMap((chunk) => chunk.imports)) {
      const group = byFile.get(file)
      if (group) imports.add(group)
    }
  return groups
}

/** Adds a group to the table of gains, or updates its gains. Gains leave out imports, so they are never too small. */
function rate(group: Group, gains: Map<Group, Map<Group, number>>, loads: readonly Load[]): void {
  gains.delete(group)
  for (const row of gains.values()) row.delete(group)
  const row = [...gains.keys()].map((other) => [other, gainOf(group, other, loads)] as const)
  gains.set(group, new Map(row.filter(([, gain]) => gain > 0)))
}

function gainOf(one: Group, other: Group, loads: readonly Load[]): number {
  let gain = 0
  for (const [at, { weight }] of loads.entries()) {
    if (one.loads[at] && other.loads[at]) gain += weight * FILE_COST
    else if (one.loads[at]) gain -= weight * other.size
    else if (other.loads[at]) gain -= weight * one.size
  }
  return gain
}

function bestOf(gains: Map<Group, Map<Group, number>>): Pair | undefined {
  let best: Pair | undefined
  let most = 0
  for (const [one, row] of gains) {
    for (const [other, gain] of row) {
      if (gain <= most) continue
      most = gain
      best = [one, other]
    }
  }
  return best
}

/** Returns whether one of two groups imports the other through a third group. */
function isCircular(pair: Pair): boolean {
  const others = pair.flatMap(({ imports }) => [...imports]).filter((group) => !pair.includes(group))
  const reached = closure(others, ({ imports }) => imports)
  return pair.some((group) => reached.has(group))
}

/** Returns, for each load, the groups that it would load in addition if the pair were merged. */
function addedBy([one, other]: Pair): Group[][] {
  const [ofOne, ofOther] = [one, other].map((group) => [...closure([group], ({ imports }) => imports)])
  return one.loads.map((isLoaded, at) => {
    if (isLoaded === other.loads[at]) return []
    return ((isLoaded ? ofOther : ofOne) ?? []).filter((group) => !group.loads[at])
  })
}

function exactGain([one, other]: Pair, added: Group[][], wastes: number[], loads: readonly Load[]): number {
  return sum(
    loads.map(({ weight }, at) => {
      const files = one.loads[at] && other.loads[at] ? -1 : Math.max(0, (added[at]?.length ?? 0) - 1)
      return weight * -(files * FILE_COST + (wastes[at] ?? 0))
    }),
  )
}

function merge(pair: Pair, added: Group[][], gains: Map<Group, Map<Group, number>>, loads: readonly Load[]): void {
  const [one, other] = pair
  for (const [at, groups] of added.entries()) for (const group of groups) group.loads[at] = true
  for (const row of [gains, ...gains.values()]) for (const old of pair) row.delete(old)
  const merged = {
    chunks: [...one.chunks, ...other.chunks],
    size: one.size + other.size,
    loads: one.loads.map((isLoaded, at) => isLoaded || other.loads[at] === true),
    imports: new Set(pair.flatMap(({ imports }) => [...imports]).filter((group) => !pair.includes(group))),
  }
  for (const { imports } of gains.keys()) {
    const isImporter = pair.filter((old) => imports.delete(old)).length > 0
    if (isImporter) imports.add(merged)
  }
  const changed = added.flat().filter((group) => !pair.includes(group))
  for (const group of new Set([merged, ...changed])) rate(group, gains, loads)
}

function sizeOf({ modules }: SmallChunk): number {
  return sum(Object.values(modules).map(({ renderedLength }) => renderedLength))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
