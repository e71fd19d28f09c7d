import type { ExecutionEdge } from '@millrace/contracts/executions'
import { nodeMs } from '#components/workflow-graph/node-state.ts'
import type { ExecutionNode } from '../executions.queries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Distances between ticks that are easy to count in. */
const STEPS = [
  SECOND / 10,
  SECOND / 5,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7].map((count) => count * DAY),
]
const INTERVALS_MAX = 5

/** The ticks of a time axis in milliseconds from its origin, at whole steps. */
export function ticksOf(span: number): number[] {
  const step =
    STEPS.find((candidate) => span / candidate <= INTERVALS_MAX) ?? Math.ceil(span / DAY / INTERVALS_MAX) * DAY
  return [...Array(Math.floor(span / step) + 1).keys()].map((at) => at * step)
}

export interface Bar {
  from: number
  to: number
  /** How long the node took. A bar that was moved may be shorter. */
  took: number
}

/**
 * The bars of nodes that have started. A node is recorded as ended shortly after its last job, when the next job may be
 * running already, so bars of dependents are moved to that end.
 */
export function barsOf(nodes: readonly ExecutionNode[], edges: readonly ExecutionEdge[], now: Date): Map<string, Bar> {
  const ends = new Map(nodes.map(({ properties: { Id, EndedAt } }) => [Id, EndedAt ? new Date(EndedAt).getTime() : 0]))
  const before = Map.groupBy(edges, ({ To }) => To)
  return new Map(
    nodes.flatMap(({ properties }): [string, Bar][] => {
      const took = nodeMs(properties, now)
      if (took === undefined || properties.StartedAt === null) return []
      const started = new Date(properties.StartedAt).getTime()
      const from = Math.max(started, ...(before.get(properties.Id) ?? []).map(({ From }) => ends.get(From) ?? 0))
      return [[properties.Id, { from, to: Math.max(from, started + took), took }]]
    }),
  )
}
