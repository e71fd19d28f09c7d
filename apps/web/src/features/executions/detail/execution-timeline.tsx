import type { ExecutionEdge } from '@millrace/contracts/executions'
import { clsx } from 'clsx'
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
  const started = (node: ExecutionNode) => node.properties.StartedAt ?? '9'
  const sorted = [...nodes].sort((one, other) => started(one).localeCompare(started(other)))
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="relative min-h-full">
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-20 left-64 text-xs text-ink-3 phone:right-18 phone:left-40"
        >
          {ticks.map(({ at, place }, index) => (
            <span
              key={at}
              className={clsx(
                'absolute inset-y-0 border-l border-line pt-2 pl-1.5 whitespace-nowrap',
                index % 2 === 1 && 'phone:hidden',
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
            const from = bar ? (bar.from - start) / span : 0
            const width = bar ? (bar.to - bar.from) / span : 0
            return (
              <li key={properties.Id}>
                <button
                  type="button"
                  aria-pressed={selected === properties.Id}
                  onClick={() => onSelect(properties.Id)}
                  className={clsx(
                    'flex h-8 w-full items-center text-left touch:h-11',
                    selected === properties.Id ? 'bg-accent-soft' : 'hover:bg-hover',
                  )}
                >
                  <span className="flex w-64 flex-none items-center gap-2 px-6 phone:w-40 phone:px-4">
                    <StateIcon state={ICON_STATES[properties.State]} label={NODE_STATE_LABELS[properties.State]} />
                    <span className="min-w-0 flex-1 truncate">{properties.Title}</span>
                    {properties.Repeats ? (
                      <span className="text-xs text-ink-3">{nodeFacts(properties, now)}</span>
                    ) : null}
                  </span>
                  <span className="relative mr-20 h-full min-w-0 flex-1 phone:mr-18">
                    {bar ? (
                      <span
                        className={clsx(
                          'meter-fill absolute inset-y-0 my-auto h-3 min-w-1 rounded-sm',
                          BARS[properties.State],
                        )}
                        style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
                      />
                    ) : null}
                    {bar ? (
                      <span
                        className="absolute inset-y-0 flex items-center px-1.5 text-xs whitespace-nowrap text-ink-2"
                        style={{ left: `${(from + width) * 100}%` }}
                      >
                        {formatDuration(bar.took)}
                      </span>
                    ) : null}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
