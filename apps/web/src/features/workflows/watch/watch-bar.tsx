import { isTerminal } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { Pencil, Workflow, Wrench } from 'lucide-react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Race } from '#components/ui/race.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { useJobAction } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf } from '#lib/siren.ts'
import { doneText } from './done-text.ts'
import * as texts from './texts.ts'
import type { WatchedRun } from './use-watched-run.ts'

interface WatchBarProps {
  run: WatchedRun
  onContinue: (jobHref: string) => void
}

/**
 * The watched execution: its state, its progress, and buttons to cancel, open or continue the execution, or to return
 * to editing.
 */
export function WatchBar({ run, onContinue }: WatchBarProps) {
  const { href, job, counts } = run
  const cancel = useCancel(run)
  if (href === undefined || !job) return null
  const { State, Name, ErrorDescription } = job.properties
  return (
    <section
      aria-label={texts.execution}
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-info-soft px-4 py-1.5"
    >
      <StateIcon state={State} />
      <span role="status" className="min-w-0 truncate">
        <span className="font-medium">{Name}</span> {STATE_LABELS[State].toLowerCase()}
        {counts ? <span className="text-ink-2">, {doneText(counts.NodeCounts)}</span> : null}
      </span>
      {State === 'Processing' && counts ? (
        <Race value={counts.Progress} label={fill(texts.progressOf, Name)} className="w-40" />
      ) : null}
      {ErrorDescription ? <span className="min-w-0 flex-1 truncate text-danger">{ErrorDescription}</span> : null}
      <span className="ml-auto flex flex-wrap gap-2">
        {cancel ? (
          <Button size="sm" onClick={cancel}>
            {texts.cancelExecution}
          </Button>
        ) : null}
        <ButtonLink
          size="sm"
          to="/workflows/executions/$details"
          params={{ details: encodeLink(href) }}
          icon={<Workflow />}
        >
          {texts.openExecution}
        </ButtonLink>
        {isTerminal(State) && State !== 'Completed' ? (
          <Button size="sm" variant="primary" icon={<Wrench />} onClick={() => [onContinue(href), run.stop()]}>
            {texts.fixAndContinue}
          </Button>
        ) : null}
        <Button size="sm" icon={<Pencil />} onClick={run.stop}>
          {texts.backToEditing}
        </Button>
      </span>
    </section>
  )
}

function useCancel({ job }: WatchedRun) {
  const run = useJobAction()
  const action = job && !isTerminal(job.properties.State) ? actionOf(job, 'CancelProcessing') : undefined
  return action && (() => run.mutate({ action }))
}
