import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { type ExecutionNode, executionQueries } from '../executions.queries.ts'
import { EXECUTION_TEXTS } from '../texts.ts'
import { jobFact, reuseFacts, stateFacts } from './node-facts.tsx'
import { NodeJobs } from './node-jobs.tsx'
import { Failure, MissingData, MissingWorker } from './node-problems.tsx'
import { NodeRuns } from './node-runs.tsx'
import * as texts from './texts.ts'

/** The parts of a node's job that other features render. */
export interface NodeViews {
  /** The job's results, inputs and parameters. */
  brief: (job: JobDocument) => ReactNode
  log: (job: JobDocument, linesHref: string) => ReactNode
  chooseData: (jobHref: string, title: string, onClose: () => void) => ReactNode
}

type Part = 'brief' | 'log'

interface NodeInspectorProps {
  jobHref: string
  node: ExecutionNode | undefined
  now: Date
  views?: NodeViews
}

/**
 * Details of the selected node: why it failed, waits or was skipped, its step, its jobs, and the inputs, outputs and
 * log of one of the jobs.
 */
export function NodeInspector({ node, ...props }: NodeInspectorProps) {
  // Kept while the user navigates between nodes.
  const [part, setPart] = useState<Part>('brief')
  if (!node) return <p className="text-ink-2">{EXECUTION_TEXTS.choose}</p>
  return <SelectedNode key={node.properties.Id} node={node} part={part} onPart={setPart} {...props} />
}

interface SelectedNodeProps extends NodeInspectorProps {
  node: ExecutionNode
  part: Part
  onPart: (part: Part) => void
}

function SelectedNode({ jobHref, node, now, views, part, onPart }: SelectedNodeProps) {
  const { Id, State } = node.properties
  const isRunning = State === 'Running' || State === 'DataMissing'
  const { data: { jobs, total, isEstimated } = NO_JOBS } = useQuery(
    executionQueries.runs(jobHref, hrefOf(node, 'SubJobs'), isRunning),
  )
  const [picked, setPicked] = useState<string>()
  const shown = picked ?? firstShown(node, jobs, total)
  const job = useJob(shown, jobs)
  return (
    <>
      <NodeHead node={node} />
      <NodeRuns states={node.properties.RunStates} />
      <Failure node={node} />
      <MissingData node={node} chooseData={views?.chooseData} />
      <MissingWorker jobs={jobs} />
      <InspectorSection title={texts.details}>
        <Facts
          facts={[
            ...stateFacts(node, now),
            ...reuseFacts(node),
            // Omitted for a failed job, because the failure has a button that opens it.
            ...(total === 1 && job && selfHref(job) !== hrefOf(node, 'FirstFailedJob')
              ? [jobFact(selfHref(job), job.properties.Name)]
              : []),
          ]}
        />
      </InspectorSection>
      <NodeJobs
        jobHref={jobHref}
        nodeId={Id}
        jobs={jobs}
        total={total}
        isEstimated={isEstimated}
        picked={shown}
        onPick={setPicked}
      />
      {job && views ? (
        <ShownJob key={selfHref(job)} job={job} isOneOfMany={total > 1} views={views} part={part} onPart={onPart} />
      ) : null}
    </>
  )
}

const NO_JOBS = { jobs: [], total: 0, isEstimated: false }

function firstShown(node: ExecutionNode, [only]: readonly JobDocument[], total: number): string | undefined {
  const troubled = hrefOf(node, 'MissingDataJob') ?? hrefOf(node, 'FirstFailedJob')
  return troubled ?? (only && total === 1 ? selfHref(only) : undefined)
}

/** A job that is not among the given ones, because it is on a later page, is loaded. */
function useJob(href: string | undefined, jobs: readonly JobDocument[]): JobDocument | undefined {
  const found = jobs.find((job) => selfHref(job) === href)
  const { data } = useQuery({
    ...jobQueries.detail(href ?? ''),
    enabled: href !== undefined && jobs.length > 0 && found === undefined,
  })
  return found ?? (href === undefined ? undefined : data)
}

function NodeHead({ node }: { node: ExecutionNode }) {
  const { Title, FunctionName, Version } = node.properties
  const stepHref = hrefOf(node, 'SelectedProcessingStep')
  return (
    <InspectorSection>
      <h2 className="text-lg font-semibold wrap-anywhere">{Title}</h2>
      {stepHref ? (
        <Link
          to="/processing-steps/$details"
          params={{ details: encodeLink(stepHref) }}
          className="font-mono text-sm text-ink-2 hover:underline"
        >
          {FunctionName} {Version}
        </Link>
      ) : (
        <p className="font-mono text-sm text-ink-2">
          {FunctionName} {Version}
        </p>
      )}
    </InspectorSection>
  )
}

interface ShownJobProps {
  job: JobDocument
  isOneOfMany: boolean
  views: NodeViews
  part: Part
  onPart: (part: Part) => void
}

function ShownJob({ job, isOneOfMany, views, part, onPart }: ShownJobProps) {
  const linesHref = hrefOf(job, 'LogLines')
  return (
    <>
      {isOneOfMany ? (
        <InspectorSection title={job.properties.Name}>
          <Facts facts={[jobFact(selfHref(job), texts.openJob)]} />
        </InspectorSection>
      ) : null}
      <Tabs
        isPart
        value={part}
        onChange={onPart}
        tabs={[
          { value: 'brief', label: texts.brief },
          { value: 'log', label: texts.log },
        ]}
        className="-mx-5 flex-1 phone:-mx-4"
      >
        {part === 'log' && linesHref ? (
          <div className="flex min-h-80 flex-1 flex-col">{views.log(job, linesHref)}</div>
        ) : (
          <div className="flex flex-col gap-[18px] px-5 pt-4 phone:px-4">
            {part === 'log' ? <p className="text-ink-2">{texts.noLog}</p> : views.brief(job)}
          </div>
        )}
      </Tabs>
    </>
  )
}
