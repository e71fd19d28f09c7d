import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { describe, expect, it } from 'vitest'
import type { ExecutionNode } from '../executions.queries.ts'
import { barsOf, ticksOf } from './timeline-model.ts'

const node = (Id: string, StartedAt: string | null, EndedAt: string | null, ClaimedAt = StartedAt) =>
  ({ properties: { Id, StartedAt, ClaimedAt, EndedAt } as ExecutionNodeProperties }) as ExecutionNode

const NOW = new Date('2026-11-25T18:00:20Z')

describe('the ticks of a timeline', () => {
  it('are at round intervals', () => {
    expect(ticksOf(9000)).toEqual([0, 2000, 4000, 6000, 8000])
    expect(ticksOf(420)).toEqual([0, 100, 200, 300, 400])
    expect(ticksOf(14 * 60_000)).toEqual([0, 5 * 60_000, 10 * 60_000])
    expect(ticksOf(100 * 24 * 3_600_000)).toHaveLength(6)
  })
})

describe('the bars of a timeline', () => {
  it('never start before the bars of the nodes that they depend on end', () => {
    const nodes = [
      node('a', '2026-11-25T18:00:00Z', '2026-11-25T18:00:06Z'),
      node('b', '2026-11-25T18:00:05Z', '2026-11-25T18:00:09Z'),
      node('c', null, null),
    ]

    const bars = barsOf(nodes, [{ From: 'a', To: 'b' }] as never, NOW)

    const from = bars.get('a')?.to
    expect(bars.get('b')).toEqual({ from, claimed: from, to: Date.parse('2026-11-25T18:00:09Z'), took: 4000 })
    expect(bars.has('c')).toBe(false)
  })

  it('distinguish the time in the queue from the time that a node took', () => {
    const at = (second: number) => `2026-11-25T18:00:0${second}Z`
    const nodes = [node('a', at(0), at(6), at(2)), node('b', at(7), null, null)]

    const bars = barsOf(nodes, [], NOW)

    const [from, claimed, to] = [at(0), at(2), at(6)].map(Date.parse)
    expect(bars.get('a')).toEqual({ from, claimed, to, took: 4000 })
    const now = NOW.getTime()
    expect(bars.get('b')).toEqual({ from: Date.parse(at(7)), claimed: now, to: now, took: undefined })
  })

  it('show only waiting if no worker ever claimed a run', () => {
    const [from, to] = ['2026-11-25T18:00:00Z', '2026-11-25T18:00:06Z'] as const
    const ended = (facts: Partial<ExecutionNodeProperties>) => {
      const { properties } = node('a', from, to, null)
      const RunStates = { Completed: 0 } as ExecutionNodeProperties['RunStates']
      const all = { ...properties, Runs: 1, ReusedRuns: 0, RunStates, ...facts }
      return barsOf([{ properties: all } as ExecutionNode], [], NOW).get('a')
    }
    const [start, end] = [Date.parse(from), Date.parse(to)]
    const ran = { from: start, claimed: start, to: end, took: 6000 }

    expect(ended({ State: 'Canceled' })).toEqual({ from: start, claimed: end, to: end, took: undefined })
    expect(ended({ State: 'Completed', ReusedRuns: 1, RunStates: { Completed: 1 } as never })).toEqual(ran)
    expect(ended({ State: 'Completed', RunStates: { Completed: 1 } as never })).toEqual(ran)
  })

  it('do not count the time in which a node that has run waits for data', () => {
    const { properties } = node('a', '2026-11-25T18:00:00Z', null)
    const waiting = { properties: { ...properties, State: 'DataMissing' } } as ExecutionNode

    expect(barsOf([waiting], [], NOW).get('a')?.took).toBeUndefined()
  })

  it('of running nodes end now', () => {
    expect(barsOf([node('a', '2026-11-25T18:00:00Z', null)], [], NOW).get('a')?.to).toBe(NOW.getTime())
  })
})
