import type { ExecutionEdge, NodeState } from '@millrace/contracts/executions'
import { clsx } from 'clsx'
import { memo, useMemo } from 'react'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { ICON_STATES, NODE_STATE_LABELS, nodeFacts } from '#components/workflow-graph/node-state.ts'
import { formatClockSeconds, formatDuration } from '#lib/format.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import * as texts from './texts.ts'
import { barsOf, ticksOf } from './timeline-model.ts'

interface TimelineProps {
  nodes: readonly ExecutionNode[]
  edges: readonly ExecutionEdge[]
  startedAt: string | null
  completedAt: string | null
  selected: string | undefined
  onSelect: (id: string) => void
  now: Date
}

const BARS = {
  Waiting: '',
  Running: 'bg-accent',
  Completed: 'bg-success',
  Skipped: 'bg-idle',
  Failed: 'bg-danger',
  Canceled: 'hatched',
} as const

/** When each node ran. The nodes are in the order in which they started. */
export function ExecutionTimeline({ nodes, edges, startedAt, completedAt, selected, onSelect, now }: TimelineProps) {
  const start = new Date(startedAt ?? now).getTime()
  const bars = barsOf(nodes, edges, now)
  const end = Math.max((completedAt ? new Date(completedAt) : now).getTime(), ...[...bars.values()].map(({ to }) => to))
  const span = Math.max(1, end - start)
  const ticks = ticksOf(span).map((at) => ({ at, place: at / span }))
  const sorted = useMemo(() => inOrderOfStart(nodes), [nodes])
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="relative">
        <div
          aria-hidden="true"
          className="@container/axis absolute inset-y-0 right-20 left-64 text-xs text-ink-3 phone:right-18 phone:left-40"
        >
          {ticks.map(({ at, place }, index) => (
            <span
              key={at}
              className={clsx(
                'absolute inset-y-0 border-l border-line pt-2 pl-1.5 whitespace-nowrap',
                index % 2 === 1 && '@max-[22rem]/axis:hidden',
              )}
              style={{ left: `${place * 100}%` }}
            >
              {at === 0 ? formatClockSeconds(new Date(start)) : `+${formatDuration(at)}`}
            </span>
          ))}
        </div>
        <ul aria-label={texts.timeline} className="relative pt-8">
          {sorted.map(({ properties }) => {
            const bar = bars.get(properties.Id)
            return (
              <TimelineRow
                key={properties.Id}
                id={properties.Id}
                title={properties.Title}
                state={properties.State}
                facts={properties.Repeats ? nodeFacts(properties, now) : undefined}
                from={bar && (bar.from - start) / span}
                width={bar && (bar.to - bar.from) / span}
                took={bar && formatDuration(bar.took)}
                isSelected={selected === properties.Id}
                onSelect={onSelect}
              />
            )
          })}
        </ul>
      </div>
    </div>
  )
}

function inOrderOfStart(nodes: readonly ExecutionNode[]): ExecutionNode[] {
  const started = ({ properties }: ExecutionNode) => properties.StartedAt ?? '9'
  return nodes.toSorted((one, other) => started(one).localeCompare(started(other)))
}

interface TimelineRowProps {
  id: string
  title: string
  state: NodeState
  facts: string | undefined
  /** Where its bar begins and how wide it is, as parts of the whole; undefined before it has started. */
  from: number | undefined
  width: number | undefined
  took: string | undefined
  isSelected: boolean
  onSelect: (id: string) => void
}

/**
 * A node and its bar. Every second, only those that changed are drawn again, and the browser leaves out rows that are out of
 * sight: with 2,000 of them, the graph above scrolled at 21 frames per second instead of 40.
 */
const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { id, title, state, facts, from, width, took, isSelected, onSelect } = props
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_2rem] touch:[contain-intrinsic-size:auto_2.75rem]">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => onSelect(id)}
        className={clsx(
          'flex h-8 w-full items-center text-left -outline-offset-2 touch:h-11',
          isSelected ? 'bg-accent-soft/60' : 'hover:bg-hover',
        )}
      >
        <span className="flex w-64 flex-none items-center gap-2 px-6 phone:w-40 phone:px-4">
          <StateIcon state={ICON_STATES[state]} label={NODE_STATE_LABELS[state]} />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {facts ? <span className="text-xs text-ink-3">{facts}</span> : null}
        </span>
        <span className="relative mr-20 h-full min-w-0 flex-1 phone:mr-18">
          {from === undefined || width === undefined ? null : (
            <>
              <span
                className={clsx('meter-fill absolute inset-y-0 my-auto h-3 min-w-1 rounded-sm', BARS[state])}
                style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
              />
              <span
                className="absolute inset-y-0 flex items-center px-1.5 text-xs whitespace-nowrap text-ink-2"
                style={{ left: `${(from + width) * 100}%` }}
              >
                {took}
              </span>
            </>
          )}
        </span>
      </button>
    </li>
  )
})
