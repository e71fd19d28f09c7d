import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { describe, expect, it } from 'vitest'
import type { ExecutionNode } from '../executions.queries.ts'
import { barsOf, ticksOf } from './timeline-model.ts'

const node = (Id: string, StartedAt: string | null, EndedAt: string | null) =>
  ({ properties: { Id, StartedAt, EndedAt } as ExecutionNodeProperties }) as ExecutionNode

const NOW = new Date('2026-11-25T18:00:20Z')

describe('the ticks of a timeline', () => {
  it('are at whole steps', () => {
    expect(ticksOf(9000)).toEqual([0, 2000, 4000, 6000, 8000])
    expect(ticksOf(420)).toEqual([0, 100, 200, 300, 400])
    expect(ticksOf(14 * 60_000)).toEqual([0, 5 * 60_000, 10 * 60_000])
    expect(ticksOf(100 * 24 * 3_600_000)).toHaveLength(6)
  })
})

describe('the bars of a timeline', () => {
  it('never start before those of the nodes they depend on end', () => {
    const nodes = [
      node('a', '2026-11-25T18:00:00Z', '2026-11-25T18:00:06Z'),
      node('b', '2026-11-25T18:00:05Z', '2026-11-25T18:00:09Z'),
      node('c', null, null),
    ]

    const bars = barsOf(nodes, [{ From: 'a', To: 'b' }] as never, NOW)

    expect(bars.get('b')).toEqual({ from: bars.get('a')?.to, to: Date.parse('2026-11-25T18:00:09Z'), took: 4000 })
    expect(bars.has('c')).toBe(false)
  })

  it('of running nodes end now', () => {
    expect(barsOf([node('a', '2026-11-25T18:00:00Z', null)], [], NOW).get('a')?.to).toBe(NOW.getTime())
  })
})
