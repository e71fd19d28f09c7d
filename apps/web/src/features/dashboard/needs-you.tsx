import type { JobGroup } from '@millrace/contracts/jobs'
import { isOutOfMemory, STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { CloudUpload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccessRequests } from '#components/access-requests/access-requests.queries.ts'
import { AccessRequests } from '#components/access-requests/access-requests.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { GroupRow } from '#components/ui/group-row.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { useHideGroup } from '#features/jobs/hide-group.queries.ts'
import { useRunJobAction } from '#features/jobs/run-job-action.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatTotal, formatWhen, plural } from '#lib/format.ts'
import { canRunAgain, shownCause, shownState } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { useMissingUploads } from '#lib/missing-uploads.ts'
import { actionOf, hrefOf, selfHref } from '#lib/siren.ts'
import { useUnfinishedUploads } from '#lib/unfinished-uploads.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { JobDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

const ROWS_SHOWN = 5

interface NeedsYouProps {
  groups: readonly JobGroup[]
  jobs: readonly JobDocument[]
  total: number
}

/** What needs the user: access requests, unfinished uploads, stopped jobs and old drafts, each with the next action. */
export function NeedsYou({ groups, jobs, total }: NeedsYouProps) {
  const hide = useHideGroup()
  const shown = groups.slice(0, ROWS_SHOWN)
  const [unfinished, missing] = [useUnfinishedUploads(), useMissingUploads()]
  const others = useAccessRequests().length + Math.min(unfinished.length, 1) + Math.min(missing.length, 1)
  return (
    <section aria-labelledby="needs-you">
      <SectionHead
        id="needs-you"
        title={texts.needsYou}
        {...(total + others > 0 ? { count: formatTotal(total + others) } : {})}
      >
        {total > ROWS_SHOWN ? <AllLink /> : null}
      </SectionHead>
      <AccessRequests />
      <Uploads
        title={fill(texts.uploadsUnfinished, plural(unfinished.length, 'upload'))}
        names={unfinished.map(({ Name }) => Name)}
        verb={texts.continueLabel}
      />
      <Uploads
        title={fill(texts.filesMayBeMissing, plural(missing.length, 'file'))}
        names={missing.map(({ path }) => path)}
        verb={texts.chooseAgain}
      />
      {total + others === 0 ? <p className="border-t border-line pt-2.5 text-ink-2">{texts.youreAllCaughtUp}</p> : null}
      <ul>
        {shown.map((group) => (
          <GroupRow
            key={group.NewestUrl}
            group={group}
            isHiding={hide.isPending && hide.variables.NewestUrl === group.NewestUrl}
            onHide={() => hide.mutate(group)}
          />
        ))}
        {jobs.slice(0, ROWS_SHOWN - shown.length).map((job) => (
          <NeedyJob key={selfHref(job)} job={job} />
        ))}
      </ul>
    </section>
  )
}

/**
 * Unfinished uploads, or files that may not have been uploaded. The files must be selected again, which the upload page
 * asks for.
 */
function Uploads({ title, names, verb }: { title: string; names: readonly string[]; verb: string }) {
  if (names.length === 0) return null
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-[9px]">
      <CloudUpload className="icon-sm text-warning" />
      <p className="truncate phone:line-clamp-2 phone:whitespace-normal phone:wrap-anywhere">
        <span className="font-medium">{title}</span> <span className="text-ink-2">{names.join(', ')}</span>
      </p>
      <ButtonLink to={'/workdata/upload' as '/'} size="sm" className="min-w-31">
        {verb}
      </ButtonLink>
    </div>
  )
}

function AllLink() {
  return (
    <Link to="/jobs" search={{ tab: 'needs-you' }} className="rounded-sm text-accent hover:underline">
      {texts.all}
    </Link>
  )
}

function NeedyJob({ job }: { job: JobDocument }) {
  const { Name, State, CreatedAt } = job.properties
  const state = shownState(job.properties)
  const reason =
    State === 'Created'
      ? fill(texts.draftCreated, formatWhen(CreatedAt))
      : (shownCause(job.properties) ?? STATE_LABELS[State])
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-[9px] phone:grid-cols-[16px_minmax(0,1fr)] phone:gap-x-2">
      <StateIcon state={state} label={STATE_LABELS[state]} className="phone:mt-1 phone:self-start" />
      <div className="flex min-w-0 items-baseline gap-3 phone:block">
        <Link
          to={State === 'Processing' ? '/workflows/executions/$details' : '/jobs/$details'}
          params={{ details: encodeLink(selfHref(job)) }}
          dir="auto"
          title={Name}
          className="max-w-[45%] flex-none truncate text-left rounded-sm font-medium hover:text-accent phone:block phone:max-w-full phone:text-md"
        >
          {Name}
        </Link>
        <span
          className="truncate text-ink-2 phone:line-clamp-3 phone:whitespace-normal"
          title={job.properties.ErrorDescription ?? undefined}
        >
          <MarkedText text={reason} />
        </span>
      </div>
      <div className="flex items-center gap-1 phone:col-start-2 phone:mt-2 phone:justify-between">
        {verbOf(job)}
        <Dismiss job={job} />
      </div>
    </li>
  )
}

function verbOf(job: JobDocument): ReactNode {
  const { State } = job.properties
  const details = encodeLink(selfHref(job))
  if ((State === 'Error' || State === 'Processing') && hrefOf(job, 'Execution')) {
    return (
      <ButtonLink to="/workflows/executions/$details" params={{ details }} size="sm" className="min-w-31">
        {State === 'Error' ? texts.fixAndContinue : texts.chooseData}
      </ButtonLink>
    )
  }
  if (State === 'Error' && canRunAgain(job) && !isOutOfMemory(job.properties.Cause))
    return <FixAndRun href={selfHref(job)} />
  return (
    <ButtonLink to="/jobs/$details" params={{ details }} size="sm" className="min-w-31">
      {State === 'DataMissing' ? texts.chooseData : State === 'Created' ? texts.continueLabel : texts.seeWhy}
    </ButtonLink>
  )
}

function Dismiss({ job }: { job: JobDocument }) {
  const run = useRunJobAction()
  const hide = actionOf(job, 'Hide')
  if (!hide) return null
  return (
    <IconButton
      size="sm"
      label={fill(texts.hide, job.properties.Name)}
      icon={<X className="icon-sm" />}
      onClick={() => run(job, hide)}
    />
  )
}

function FixAndRun({ href }: { href: string }) {
  const startJob = useStartJob()
  return (
    <Button size="sm" className="min-w-31" onClick={() => startJob({ job: href })}>
      {texts.fixAndRunAgain}
    </Button>
  )
}
