import type { ExecutionEdge, ExecutionNodeProperties, NodeState } from '@millrace/contracts/executions'
import type { WireJobState } from '@millrace/contracts/job-states'
import { clsx } from 'clsx'
import { memo, useMemo } from 'react'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { nodeFacts, nodeIcon } from '#components/workflow-graph/node-state.ts'
import { formatClockSeconds, formatTook } from '#lib/format.ts'
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

/** Running nodes have no class, because their bars are drawn as a race. */
const BARS = {
  Waiting: '',
  Running: '',
  DataMissing: 'border border-dashed border-warning bg-warning-soft',
  Completed: 'bg-success',
  Skipped: 'bg-idle',
  Failed: 'notched bg-danger',
  Canceled: 'hatched',
} as const

/** The timeline of the nodes, in the order in which they started. */
export function ExecutionTimeline({ nodes, edges, startedAt, completedAt, selected, onSelect, now }: TimelineProps) {
  const start = new Date(startedAt ?? now).getTime()
  const bars = barsOf(nodes, edges, now)
  const end = Math.max((completedAt ? new Date(completedAt) : now).getTime(), ...[...bars.values()].map(({ to }) => to))
  const span = Math.max(1, end - start)
  const ticks = ticksOf(span).map((at) => ({ at, place: at / span }))
  const sorted = useMemo(() => sortedByStart(nodes), [nodes])
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
              {at === 0 ? formatClockSeconds(new Date(start)) : `+${formatTook(at).replace('.0', '')}`}
            </span>
          ))}
          {completedAt === null ? (
            <span
              data-now
              className="absolute inset-y-0 border-l-2 border-accent"
              style={{ left: `${((now.getTime() - start) / span) * 100}%` }}
            />
          ) : null}
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
                icon={nodeIcon(properties).state}
                label={nodeIcon(properties).label}
                facts={properties.Repeats ? nodeFacts(properties, now) : undefined}
                from={bar && (bar.from - start) / span}
                waited={bar && (bar.claimed - bar.from) / span}
                width={bar && (bar.to - bar.claimed) / span}
                isReused={isReused(properties)}
                words={bar && textOf(properties, bar.took)}
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

function isReused({ State, Runs, ReusedRuns }: ExecutionNodeProperties): boolean {
  return State === 'Completed' && ReusedRuns > 0 && ReusedRuns === Runs
}

function textOf(node: ExecutionNodeProperties, took: number | undefined): string {
  if (isReused(node)) return texts.reused
  return took === undefined ? nodeIcon(node).label : formatTook(took)
}

function sortedByStart(nodes: readonly ExecutionNode[]): ExecutionNode[] {
  const started = ({ properties }: ExecutionNode) => properties.StartedAt ?? '9'
  return nodes.toSorted((one, other) => started(one).localeCompare(started(other)))
}

interface TimelineRowProps {
  id: string
  title: string
  state: NodeState
  icon: WireJobState
  label: string
  facts: string | undefined
  /**
   * Start of the node's bar as a fraction of the whole; undefined until the node has started. `waited` and `width` are
   * the fractions in which the node waited and then ran.
   */
  from: number | undefined
  waited: number | undefined
  width: number | undefined
  isReused: boolean
  /** Text after the bar. */
  words: string | undefined
  isSelected: boolean
  onSelect: (id: string) => void
}

/**
 * Memoized, because the timeline is rendered every second. `content-visibility` lets the browser skip rows that are out
 * of view: without it, 2,000 rows slowed the scrolling of the graph above from 40 to 21 frames per second.
 */
const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { id, title, state, icon, label, facts, from, waited, width, words, isSelected, onSelect } = props
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_2rem] touch:[contain-intrinsic-size:auto_2.75rem]">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => onSelect(id)}
        className={clsx(
          'flex h-8 w-full items-center text-left -outline-offset-2 touch:h-11',
          isSelected
            ? 'bg-accent-soft/60 [--ground:color-mix(in_oklab,var(--accent-soft)_60%,var(--surface))]'
            : 'hover:bg-hover hover:[--ground:var(--hover)]',
        )}
      >
        <span className="flex w-64 flex-none items-center gap-2 px-6 phone:w-40 phone:px-4">
          <StateIcon state={icon} label={label} />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {facts ? <span className="text-xs text-ink-3">{facts}</span> : null}
        </span>
        <span className="relative mr-20 h-full min-w-0 flex-1 phone:mr-18">
          {from === undefined || waited === undefined || width === undefined ? null : (
            <>
              {waited > 0 ? (
                <span
                  data-waited
                  title={texts.timeInQueue}
                  className={clsx(
                    'absolute inset-y-0 my-auto h-3 rounded-sm border',
                    state === 'DataMissing' ? BARS.DataMissing : 'border-dotted border-ink-3',
                  )}
                  style={placeOf(from, waited)}
                />
              ) : null}
              {width > 0 || waited === 0 ? <RanBar {...props} from={from + waited} width={width} /> : null}
              <span
                className="absolute inset-y-0 flex items-center px-1 text-xs whitespace-nowrap text-ink-2"
                style={{ left: `${(from + waited + width) * 100}%` }}
              >
                {/* The background keeps lines of the axis from crossing the text. */}
                <span className="bg-(--ground,var(--surface)) px-0.5">{words}</span>
              </span>
            </>
          )}
        </span>
      </button>
    </li>
  )
})

/** The bar of a reused node is hollow. */
function RanBar({
  state,
  isReused,
  from,
  width,
}: {
  state: NodeState
  isReused: boolean
  from: number
  width: number
}) {
  if (state === 'Running') {
    return (
      <span
        data-flowing
        className="race absolute! inset-y-0 my-auto h-3! min-w-1 rounded-sm!"
        style={placeOf(from, width)}
      >
        <i className="w-full" />
      </span>
    )
  }
  const look = isReused ? 'border border-success' : clsx('meter-fill', BARS[state])
  return (
    <span className={clsx('absolute inset-y-0 my-auto h-3 min-w-1 rounded-sm', look)} style={placeOf(from, width)} />
  )
}

function placeOf(from: number, width: number) {
  return { left: `${from * 100}%`, width: `${width * 100}%` }
}
