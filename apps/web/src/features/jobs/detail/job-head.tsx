import type { WireJobState } from '@millrace/contracts/job-states'
import { isSweepTag, SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { isOutOfMemory } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { CircleStop, MoreHorizontal, Play, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AddTag } from '#components/ui/add-tag.tsx'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageHead, UNCUT_TITLE_MAX } from '#components/ui/page-head.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { fixBlocked, submitFix } from '#lib/fix-form.ts'
import { formatTook } from '#lib/format.ts'
import { filesIn, outputSlots, shownState, workedMs } from '#lib/job-facts.ts'
import type { JobPath } from '#lib/job-path.ts'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf, hrefOf, type SirenAction, selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { useValue } from '#lib/value.ts'
import { JobActionDialog } from '../components/job-action-dialog.tsx'
import { JobMenu } from '../components/job-menu.tsx'
import { RunMenu } from '../components/run-menu.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { JobTitle } from './job-title.tsx'
import { mainResults } from './result-values.ts'
import * as texts from './texts.ts'
import { useStepOf } from './use-step-of.ts'

interface JobHeadProps {
  job: JobDocument
  /** The state to show, if the page has newer information than the job's document. */
  state?: WireJobState
  /** Links on the page of an execution. Undefined on the page of a job, which links to its execution itself. */
  links?: ReactNode
  /** Replaces the main button for the job's state, and the action of the key R. */
  next?: { verb: ReactNode; onKey: () => void } | undefined
}

/**
 * The name, state and actions of a job. A button is shown only while its action is available. On a phone,
 * JobFooterActions has the main buttons.
 */
export function JobHead({ job, state = shownState(job.properties), links, next }: JobHeadProps) {
  const [asking, setAsking] = useState<SirenAction>()
  const startJob = useStartJob()
  const cancel = actionOf(job, 'CancelProcessing')
  useKeys({
    r: () =>
      next
        ? next.onKey()
        : job.properties.Processing !== null && !job.properties.IsForeign && startJob({ job: selfHref(job) }),
    '.': () => cancel && setAsking(cancel),
  })
  return (
    <>
      <PageHead
        once={job.properties.Name.length <= UNCUT_TITLE_MAX}
        title={<JobTitle job={job} />}
        facts={<StateBadge state={state} big />}
        actions={
          <>
            <span className="contents phone:hidden">
              <CopyButton words="wide" isLink text={location.href} label={texts.copyLink} />
              <MainVerbs job={job} next={next?.verb} onAsk={setAsking} />
            </span>
            <JobMenu
              job={job}
              linked={pathOf(links)}
              without={['CancelProcessing']}
              trigger={<Button square aria-label={texts.more} icon={<MoreHorizontal />} />}
            />
          </>
        }
        meta={<Meta job={job} links={links} onTags={() => setAsking(actionOf(job, 'EditTags'))} />}
      />
      {asking ? <JobActionDialog job={job} action={asking} onClose={() => setAsking(undefined)} /> : null}
    </>
  )
}

/** Only the page of an execution passes links. */
function pathOf(links: ReactNode): JobPath {
  return links === undefined ? '/jobs/$details' : '/workflows/executions/$details'
}

/** The main buttons at the bottom edge of a phone. */
export function JobFooterActions({ job, next }: Pick<JobHeadProps, 'job' | 'next'>) {
  const [asking, setAsking] = useState<SirenAction>()
  return (
    <>
      <div
        data-page-verbs
        className="sticky bottom-0 z-10 flex flex-wrap gap-2.5 border-t border-line bg-surface px-4 py-2.5 *:flex-1 empty:hidden sm:hidden short:static"
      >
        <MainVerbs job={job} next={next?.verb ?? fixInPlace(job)} onAsk={setAsking} />
      </div>
      {asking ? <JobActionDialog job={job} action={asking} onClose={() => setAsking(undefined)} /> : null}
    </>
  )
}

function fixInPlace(job: JobDocument): ReactNode {
  const { State, FailedParameter, IsForeign } = job.properties
  return State === 'Error' && FailedParameter && !IsForeign ? <FixButton job={job} /> : undefined
}

function FixButton({ job }: { job: JobDocument }) {
  const startJob = useStartJob()
  const blocked = useValue(fixBlocked)
  return (
    <>
      {blocked ? <p className="basis-full! text-xs text-ink-2">{blocked}</p> : null}
      <BlockedButton
        variant="primary"
        reason={blocked}
        className="w-full"
        icon={<Play />}
        onClick={() => submitFix() || startJob({ job: selfHref(job) })}
      >
        {texts.fixAndRunAgain}
      </BlockedButton>
    </>
  )
}

interface MainVerbsProps {
  job: JobDocument
  next?: ReactNode
  onAsk: (action: SirenAction) => void
}

function MainVerbs({ job, next, onAsk }: MainVerbsProps) {
  const startJob = useStartJob()
  const cancel = actionOf(job, 'CancelProcessing')
  return (
    <>
      {next ?? <NextMove job={job} onAgain={() => startJob({ job: selfHref(job) })} />}
      {cancel ? (
        <Button variant="danger" icon={<CircleStop />} onClick={() => onAsk(cancel)}>
          {hrefOf(job, 'Execution') ? texts.cancelExecution : texts.cancelJob}
        </Button>
      ) : null}
    </>
  )
}

/** A job that isn't started has its buttons below its parameters. */
function NextMove({ job, onAgain }: { job: JobDocument; onAgain: () => void }) {
  const startJob = useStartJob()
  const { State, Processing, FailedParameter, IsForeign, Cause } = job.properties
  const icon = <RotateCw />
  const step = useStepOf(job)
  const results = outputSlots(job).filter((slot) => filesIn(slot).length > 0)
  const shown = mainResults(results, (slot) => slot.properties.Name, step?.properties.ShowFirst ?? [])
  const files = shown.flatMap(filesIn)
  if (Processing === null || IsForeign || ['Created', 'ReadyForProcessing', 'DataMissing'].includes(State)) return null
  if ((State === 'Error' && !FailedParameter) || State === 'Canceled') {
    return (
      <Button variant="primary" icon={icon} onClick={onAgain}>
        {State === 'Error' && !isOutOfMemory(Cause) ? texts.fixAndRunAgain : texts.runAgainTooltip}
      </Button>
    )
  }
  const again: ReactNode = (
    <Button icon={icon} onClick={onAgain}>
      {texts.runAgain}
    </Button>
  )
  if (State !== 'Completed' || files.length === 0) return again
  return (
    <>
      {again}
      <Button variant="primary" icon={<Play />} onClick={() => startJob({ data: files.map(selfHref) })}>
        {texts.startJobWithResult}
      </Button>
    </>
  )
}

interface MetaProps extends Pick<JobHeadProps, 'job' | 'links'> {
  onTags: () => void
}

function Meta({ job, links, onTags }: MetaProps) {
  const { StartedAt, CompletedAt, CreatedAt, CreatedByName, Tags, Hidden } = job.properties
  const sweep = Tags.find((tag) => tag.startsWith(`${SWEEP_TAG}=`))?.slice(SWEEP_TAG.length + 1)
  const worked = CompletedAt ? workedMs(job.properties, new Date(CompletedAt)) : undefined
  return (
    <>
      <span className="wrap-anywhere">
        {StartedAt ? texts.started : texts.created}
        <Time at={StartedAt ?? CreatedAt} />
        {CreatedByName ? ` by ${CreatedByName}` : ''}
      </span>
      {worked !== undefined ? <span>{fill(texts.took, formatTook(worked))}</span> : null}
      <RunMenu job={job} page={pathOf(links)} />
      {Hidden ? <span>{texts.hiddenFromLists}</span> : null}
      {links}
      {links === undefined && hrefOf(job, 'Execution') ? (
        <Link
          to="/workflows/executions/$details"
          params={{ details: encodeLink(selfHref(job)) }}
          className="font-medium text-accent hover:underline"
        >
          {texts.openExecution}
        </Link>
      ) : null}
      {sweep === undefined ? null : (
        <Link to="/jobs/sweeps/$sweep" params={{ sweep }} className="font-medium text-accent hover:underline">
          {texts.openSweep}
        </Link>
      )}
      {Tags.filter((tag) => !isSweepTag(tag)).map((tag) => (
        <Tag key={tag} text={tag} />
      ))}
      {actionOf(job, 'EditTags') ? <AddTag onClick={onTags} /> : null}
    </>
  )
}
