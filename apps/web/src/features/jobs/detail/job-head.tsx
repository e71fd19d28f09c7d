import { CircleStop, MoreHorizontal, Play, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { useKeys } from '#lib/keys.ts'
import { actionOf, type SirenAction, selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { JobActionDialog } from '../components/job-action-dialog.tsx'
import { JobMenu } from '../components/job-menu.tsx'
import { filesIn, outputSlots } from '../job-facts.ts'
import { type JobDocument, useJobAction } from '../jobs.queries.ts'
import { JobTitle } from './job-title.tsx'

/** Name, state and verbs of a job. A verb is there only while its action is on offer. */
export function JobHead({ job }: { job: JobDocument }) {
  const [asking, setAsking] = useState<SirenAction>()
  return (
    <>
      <PageHead
        title={<JobTitle job={job} />}
        facts={<StateBadge state={job.properties.State} big />}
        actions={<Verbs job={job} onAsk={setAsking} />}
        meta={<Meta job={job} onTags={() => setAsking(actionOf(job, 'EditTags'))} />}
      />
      {asking ? <JobActionDialog job={job} action={asking} onClose={() => setAsking(undefined)} /> : null}
    </>
  )
}

function Verbs({ job, onAsk }: { job: JobDocument; onAsk: (action: SirenAction) => void }) {
  const startJob = useStartJob()
  const cancel = actionOf(job, 'CancelProcessing')
  const again = () => startJob({ job: selfHref(job) })
  const hasStep = job.properties.Processing !== null
  useKeys({ r: () => hasStep && again(), '.': () => cancel && onAsk(cancel) })
  return (
    <>
      <span className="phone:hidden">
        <CopyButton text={location.href} label="Copy link" />
      </span>
      <MainVerb job={job} onAgain={again} />
      {cancel ? (
        <Button variant="danger" icon={<CircleStop aria-hidden="true" />} onClick={() => onAsk(cancel)}>
          Cancel job
        </Button>
      ) : null}
      <JobMenu
        job={job}
        withLink
        without={['CancelProcessing']}
        trigger={<Button square aria-label="More" icon={<MoreHorizontal aria-hidden="true" />} />}
      />
    </>
  )
}

/** The next move of each state; a running job's other verb is Cancel. */
function MainVerb({ job, onAgain }: { job: JobDocument; onAgain: () => void }) {
  const startJob = useStartJob()
  const { State, Processing } = job.properties
  const icon = <RotateCw aria-hidden="true" />
  const files = outputSlots(job).flatMap(filesIn)
  if (State === 'ReadyForProcessing') return <StartButton job={job} />
  if (Processing === null || State === 'Created' || State === 'DataMissing') return null
  if (State === 'Error' || State === 'Canceled') {
    return (
      <Button variant="primary" icon={icon} onClick={onAgain}>
        {State === 'Error' ? 'Fix and run again' : 'Run again'}
      </Button>
    )
  }
  const again: ReactNode = (
    <Button icon={icon} onClick={onAgain}>
      Run again…
    </Button>
  )
  if (State !== 'Completed' || files.length === 0) return again
  return (
    <>
      {again}
      <Button
        variant="primary"
        icon={<Play aria-hidden="true" />}
        onClick={() => startJob({ data: files.map(selfHref) })}
      >
        Start job with result
      </Button>
    </>
  )
}

function StartButton({ job }: { job: JobDocument }) {
  const start = useJobAction()
  const action = actionOf(job, 'StartProcessing')
  useKeys({ 'mod+enter': () => action && start.mutate({ action }) })
  if (!action) return null
  return (
    <Button
      variant="primary"
      icon={<Play aria-hidden="true" />}
      working={start.isPending}
      onClick={() => start.mutate({ action })}
    >
      Start job
    </Button>
  )
}

function Meta({ job, onTags }: { job: JobDocument; onTags: () => void }) {
  const { StartedAt, CreatedAt, CreatedByName, Attempt, MaxAttempts, Tags, Hidden } = job.properties
  return (
    <>
      <span>
        {StartedAt ? 'Started ' : 'Created '}
        <Time at={StartedAt ?? CreatedAt} />
        {CreatedByName ? ` by ${CreatedByName}` : ''}
      </span>
      {Attempt > 0 ? (
        <span>
          Attempt {Attempt} of {MaxAttempts}
        </span>
      ) : null}
      {Hidden ? <span>Hidden from lists</span> : null}
      {Tags.map((tag) => (
        <Tag key={tag} text={tag} />
      ))}
      {actionOf(job, 'EditTags') ? (
        <button type="button" onClick={onTags} className="rounded-sm text-ink-3 hover:text-ink">
          + Tag
        </button>
      ) : null}
    </>
  )
}
