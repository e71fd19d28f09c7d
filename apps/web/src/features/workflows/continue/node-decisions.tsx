import type { NodeDecision } from '@millrace/contracts/executions'
import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleCheck, CircleHelp, CirclePlay, CircleSlash, type LucideIcon } from 'lucide-react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { FaultList } from '../fault-list.tsx'
import { type ContinuationNode, isRefused } from './continuation.queries.ts'
import * as texts from './texts.ts'

const SHOWN = 200

/** In the order in which they are listed: those that need attention come first. */
const GROUPS: readonly { decision: NodeDecision; label: string; icon: LucideIcon | undefined; color: string }[] = [
  { decision: 'Fails', label: texts.cantRun, icon: undefined, color: 'text-danger' },
  { decision: 'Runs', label: texts.runsAgain, icon: CirclePlay, color: 'text-accent' },
  { decision: 'Depends', label: texts.runsAgainIfResultsChange, icon: CircleHelp, color: 'text-violet' },
  { decision: 'Skipped', label: texts.skipped, icon: CircleSlash, color: 'text-idle' },
  { decision: 'Reused', label: texts.reused, icon: CircleCheck, color: 'text-success' },
]

/** Lists for each node whether it is reused or runs again, and why. */
export function NodeDecisions({ preview }: { preview: UseQueryResult<ContinuationNode[]> }) {
  const { data, error, refetch, isPlaceholderData } = preview
  if (error && !isRefused(error))
    return <ErrorView title={texts.previewCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  if (error) return <PreviewFailed error={error} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keys
      tabIndex={0}
      aria-label={texts.decisions}
      className="scroll-thin grid max-h-80 gap-4 overflow-y-auto"
      aria-busy={isPlaceholderData}
    >
      {GROUPS.map((group) => {
        const nodes = data.filter(({ properties }) => properties.Decision === group.decision)
        return nodes.length === 0 ? null : <Group key={group.decision} {...group} nodes={nodes} />
      })}
    </section>
  )
}

function Group({
  label,
  icon: Icon,
  color,
  nodes,
}: Omit<(typeof GROUPS)[number], 'decision'> & { nodes: ContinuationNode[] }) {
  return (
    <div>
      <h3 className="mb-1.5 text-sm text-ink-2">
        {label} <span className="num text-ink-3">{formatCount(nodes.length)}</span>
      </h3>
      <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
        {nodes.slice(0, SHOWN).map(({ properties: { Id, Title, Reason, Runs, ReusedRuns } }) => (
          <li key={Id} className="flex gap-2.5 px-3 py-2">
            <span className={clsx('mt-0.5 flex-none', color)}>
              {Icon ? <Icon className="size-4" aria-hidden="true" /> : <FailedIcon />}
            </span>
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{Title}</span>
              <span className="block text-sm text-ink-2 wrap-anywhere">
                {Runs !== null && Runs > 1 && ReusedRuns < Runs
                  ? fill(texts.ofReused, ReusedRuns, plural(Runs, 'run'))
                  : ''}
                {Reason}
              </span>
            </span>
          </li>
        ))}
        {nodes.length > SHOWN ? (
          <li className="px-3 py-2 text-ink-3">{plural(nodes.length - SHOWN, 'more node')}</li>
        ) : null}
      </ul>
    </div>
  )
}

/** The start would be refused for the same reasons. */
function PreviewFailed({ error }: { error: Error }) {
  const faults = error instanceof ApiProblem ? error.faults : []
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-danger-soft px-3 py-2.5">
      <p className="flex gap-2 font-medium text-danger">
        <FailedIcon className="mt-0.5 size-4" /> {texts.cannotStart}
      </p>
      {faults.length > 0 ? <FaultList faults={faults} /> : <p className="wrap-anywhere">{error.message}</p>}
    </div>
  )
}
