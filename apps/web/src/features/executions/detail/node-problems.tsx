import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { StateIcon } from '#components/ui/state-icon.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { unclaimedReason } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { hrefOf } from '#lib/siren.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import * as texts from './texts.ts'

const BUTTON = `mt-3 ml-6 ${buttonClass({ size: 'sm' })}`

/** Says why a node failed, with a link to the failed job. */
export function Failure({ node }: { node: ExecutionNode }) {
  const { State, FirstFailure } = node.properties
  const failed = hrefOf(node, 'FirstFailedJob')
  if (State !== 'Failed' && !FirstFailure) return null
  const [, cause, rest] = /^(.+?[.!?])\s+(\S[\s\S]*)$/.exec(FirstFailure ?? '') ?? [undefined, FirstFailure]
  return (
    <Trouble state="Error" cause={cause ?? texts.failed} rest={rest ?? undefined}>
      {failed ? (
        <Link to="/jobs/$details" params={{ details: encodeLink(failed) }} className={BUTTON}>
          {texts.openFailedJob}
        </Link>
      ) : null}
    </Trouble>
  )
}

interface MissingDataProps {
  node: ExecutionNode
  /** If undefined, a link to the job's page is shown instead. */
  chooseData: ((jobHref: string, title: string, onClose: () => void) => ReactNode) | undefined
}

/** Says which data a node waits for, with a button to select it. */
export function MissingData({ node, chooseData }: MissingDataProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { MissingData: cause, Title } = node.properties
  const [job, execution] = [hrefOf(node, 'MissingDataJob'), hrefOf(node, 'MissingDataExecution')]
  if (cause === null) return null
  return (
    <Trouble state="DataMissing" cause={cause} rest={execution ? texts.itsWorkflowWaits : texts.nodeContinues}>
      {execution ? (
        <Link to="/workflows/executions/$details" params={{ details: encodeLink(execution) }} className={BUTTON}>
          {texts.openItsExecution}
        </Link>
      ) : null}
      {job && chooseData ? (
        <Button variant="primary" size="sm" className="mt-3 ml-6" onClick={() => setIsChoosing(true)}>
          {texts.chooseData}
        </Button>
      ) : null}
      {job && !chooseData ? (
        <Link to="/jobs/$details" params={{ details: encodeLink(job) }} className={BUTTON}>
          {texts.chooseData}
        </Link>
      ) : null}
      {job && isChoosing ? chooseData?.(job, Title, () => setIsChoosing(false)) : null}
    </Trouble>
  )
}

/** Says why the jobs of a node stay in the queue, if no worker takes them. */
export function MissingWorker({ jobs }: { jobs: readonly JobDocument[] }) {
  const [reason] = jobs.flatMap(({ properties }) => unclaimedReason(properties) ?? [])
  if (reason === undefined) return null
  const [cause, rest] = reason.split(/(?<=\.) /)
  return <Trouble state="Pending" cause={cause ?? reason} rest={rest} />
}

interface TroubleProps {
  state: 'Error' | 'DataMissing' | 'Pending'
  cause: string
  rest: string | undefined
  children?: ReactNode
}

function Trouble({ state, cause, rest, children }: TroubleProps) {
  const isFailed = state === 'Error'
  return (
    <section
      className={clsx(
        'rounded-lg border p-3.5',
        isFailed ? 'border-danger/40 bg-danger-soft' : 'border-warning/40 bg-warning-soft',
      )}
    >
      <h2 className="grid grid-cols-[16px_minmax(0,1fr)] gap-2 font-semibold wrap-anywhere">
        <StateIcon state={state} className="mt-0.5" />
        <span>
          <MarkedText text={cause} />
        </span>
      </h2>
      {rest ? (
        <p className="mt-1 pl-6 wrap-anywhere">
          <MarkedText text={rest} />
        </p>
      ) : null}
      {children}
    </section>
  )
}
