import { clsx } from 'clsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { ICON_STATES, NODE_STATE_LABELS, nodeFacts, nodeMs } from '#components/workflow-graph/node-state.ts'
import { formatClock, formatDuration } from '#lib/format.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import * as texts from './texts.ts'

interface TimelineProps {
  nodes: readonly ExecutionNode[]
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

const TICKS = [0, 0.25, 0.5, 0.75] as const

/** When each node ran. The nodes are in the order in which they started. */
export function ExecutionTimeline({ nodes, startedAt, completedAt, selected, onSelect, now }: TimelineProps) {
  const start = new Date(startedAt ?? now).getTime()
  const span = Math.max(1, (completedAt ? new Date(completedAt) : now).getTime() - start)
  const started = (node: ExecutionNode) => node.properties.StartedAt ?? '9'
  const sorted = [...nodes].sort((one, other) => started(one).localeCompare(started(other)))
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div aria-hidden="true" className="flex h-8 items-center pr-6 pl-64 text-xs text-ink-3 phone:pr-4 phone:pl-40">
        {TICKS.map((at) => (
          <span key={at} className="w-1/4 border-l border-line pl-1.5">
            {at === 0 ? formatClock(new Date(start)) : `+${formatDuration(span * at)}`}
          </span>
        ))}
      </div>
      <ul aria-label={texts.timeline}>
        {sorted.map(({ properties }) => {
          const took = nodeMs(properties, now)
          const from = properties.StartedAt ? (new Date(properties.StartedAt).getTime() - start) / span : 0
          const width = (took ?? 0) / span
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
                  {properties.Repeats ? <span className="text-xs text-ink-3">{nodeFacts(properties, now)}</span> : null}
                </span>
                <span className="relative mr-6 h-full min-w-0 flex-1 phone:mr-4">
                  {took === undefined ? null : (
                    <span
                      className={clsx('meter-fill absolute top-2.5 h-3 min-w-1 rounded-sm', BARS[properties.State])}
                      style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
                    />
                  )}
                  {took === undefined ? null : (
                    <span
                      className="absolute top-2 px-1.5 text-xs whitespace-nowrap text-ink-2"
                      style={
                        from + width > 0.8 ? { right: `${(1 - from) * 100}%` } : { left: `${(from + width) * 100}%` }
                      }
                    >
                      {formatDuration(took)}
                    </span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
