import type { ExecutionEdge } from '@millrace/contracts/executions'
import { nodeMs, ranFrom } from '#components/workflow-graph/node-state.ts'
import type { ExecutionNode } from '../executions.queries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Round distances between ticks. */
const STEPS = [
  SECOND / 10,
  SECOND / 5,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7].map((count) => count * DAY),
]
const INTERVALS_MAX = 5

/** Returns the ticks of a time axis, in milliseconds from its origin, at multiples of a round distance. */
export function ticksOf(span: number): number[] {
  const step =
    STEPS.find((candidate) => span / candidate <= INTERVALS_MAX) ?? Math.ceil(span / DAY / INTERVALS_MAX) * DAY
  return [...Array(Math.floor(span / step) + 1).keys()].map((at) => at * step)
}

/** A bar of the timeline. Times are in milliseconds since 1970. */
export interface Bar {
  /** When the node's runs were queued. */
  from: number
  /** When a worker claimed the first run, or the end of the bar if none was claimed. */
  claimed: number
  to: number
  /**
   * How long the node took, which may be longer than the bar if the bar was moved. Undefined if the node has only
   * waited.
   */
  took: number | undefined
}

/**
 * Returns the bars of nodes that have started. Each bar has a part for waiting in the queue and one for running. The
 * end of a node is recorded shortly after its last job ends, when a dependent node may already be running. The bar of
 * the dependent node then starts at the recorded end.
 */
export function barsOf(nodes: readonly ExecutionNode[], edges: readonly ExecutionEdge[], now: Date): Map<string, Bar> {
  const ends = new Map(nodes.map(({ properties: { Id, EndedAt } }) => [Id, EndedAt ? new Date(EndedAt).getTime() : 0]))
  const before = Map.groupBy(edges, ({ To }) => To)
  return new Map(
    nodes.flatMap(({ properties }): [string, Bar][] => {
      const { Id, StartedAt, EndedAt } = properties
      if (StartedAt === null) return []
      const started = new Date(StartedAt).getTime()
      const from = Math.max(started, ...(before.get(Id) ?? []).map(({ From }) => ends.get(From) ?? 0))
      const to = Math.max(from, (EndedAt === null ? now : new Date(EndedAt)).getTime())
      const began = ranFrom(properties)
      const claimed = began === null ? to : Math.min(to, Math.max(from, new Date(began).getTime()))
      return [[Id, { from, claimed, to, took: nodeMs(properties, now) }]]
    }),
  )
}
