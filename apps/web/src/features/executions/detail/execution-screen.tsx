import type { ExecutionProperties } from '@millrace/contracts/executions'
import { isTerminal, type WireJobState } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { RotateCw, Wrench } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Split, useInspectorOpen } from '#components/ui/inspector.tsx'
import { Race } from '#components/ui/race.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/skeleton.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { ICON_STATES, NODE_STATE_LABELS } from '#components/workflow-graph/node-state.ts'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { filesIn, holdReason, outputSlots, shownState } from '#lib/job-facts.ts'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { usePage } from '#lib/page.ts'
import { actionOf, hrefOf, selfHref } from '#lib/siren.ts'
import { usePhone } from '#lib/use-media.ts'
import { useNow } from '#lib/use-now.ts'
import { type Execution, type ExecutionNode, executionQueries } from '../executions.queries.ts'
import { EXECUTION_TEXTS, ORIGIN_LABELS } from '../texts.ts'
import { ExecutionComparison } from './execution-comparison.tsx'
import { ExecutionTimeline } from './execution-timeline.tsx'
import { InputsInHead } from './graph-inputs.tsx'
import { nextProblemNode } from './graph-navigation.ts'
import { NodeInspector, type NodeViews } from './node-inspector.tsx'
import * as texts from './texts.ts'
import { VerifyButton } from './verify-button.tsx'

const ExecutionGraph = lazy(() => import('./execution-graph.tsx'))

export const EXECUTION_TABS = ['comparison', 'report', 'timeline', 'jobs'] as const
const TAB_LABELS = {
  timeline: texts.timeline,
  jobs: texts.jobs,
  report: texts.report,
  comparison: texts.comparison,
} satisfies Record<ExecutionDetailTab, string>
export type ExecutionDetailTab = (typeof EXECUTION_TABS)[number]

/** The main action, which replaces running the job again. */
interface NextMove {
  verb: ReactNode
  onKey: () => void
}

type ReportFile = ReturnType<typeof filesIn>[number]

/** The parts of the page that other features render. */
export interface ExecutionViews {
  head: (job: JobDocument, shown: { state: WireJobState; next: NextMove | undefined; links: ReactNode }) => ReactNode
  /** The main buttons at the bottom edge of a phone. */
  foot: (job: JobDocument, next: NextMove | undefined) => ReactNode
  /** The panel that continues the execution. It opens at the given node. */
  continuation: (execution: Execution, node: string | undefined, onClose: () => void) => ReactNode
  /** Offers to save the executed definition as a version of its workflow. */
  change: (execution: Execution) => ReactNode
  jobs: (job: JobDocument) => ReactNode
  /** The job of a node, beside the graph. */
  run: (job: JobDocument, hasPictures: boolean) => ReactNode
  log: NodeViews['log']
  chooseData: NodeViews['chooseData']
  /** Renders the content of a file. Its tools are rendered into `place`, if given. */
  file: (file: ReportFile, place: HTMLElement | undefined) => ReactNode
}

interface ExecutionScreenProps {
  href: string
  tab: ExecutionDetailTab | undefined
  onTab: (tab: ExecutionDetailTab) => void
  views: ExecutionViews
}

/** The page of an execution: its graph with states, its timeline, its jobs and its report. */
export function ExecutionScreen({ href, tab, onTab, views }: ExecutionScreenProps) {
  const { data: job } = useSuspenseQuery(jobQueries.detail(href))
  const documentHref = hrefOf(job, 'Execution')
  const { data: execution, error, refetch } = useQuery(executionQueries.detail(href, documentHref))
  const state = stateOf(job, execution)
  usePage(
    [{ label: texts.executions, to: '/workflows/executions' }, { label: job.properties.Name }],
    STATE_LABELS[state],
  )
  const [chosen, setChosen] = useState<string>()
  const [continuing, setContinuing] = useState(false)
  // Phones lack the room for tools beside the tabs.
  const isPhone = usePhone()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const now = useNow(1000, !isTerminal(job.properties.State))
  const comparison = execution && hrefOf(execution.document, 'Comparison')
  const first = job.properties.State === 'Completed' ? (comparison ? 'comparison' : 'report') : 'timeline'
  const shown = tab ?? first
  const selected =
    execution?.nodes.find(({ properties }) => properties.Id === chosen) ?? initiallySelected(execution?.nodes ?? [])
  const toTroubled = (by: 1 | -1) => {
    const id = nextProblemNode(execution?.nodes ?? [], selected?.properties.Id, by)
    if (id !== undefined) setChosen(id)
    // Handled even if there is no such node, because `n` must not start a job instead.
    return true
  }
  useKeys({ n: () => toTroubled(1), p: () => toTroubled(-1) })
  const next = nextMove(execution, () => setContinuing(true))
  return (
    <>
      {views.head(job, { state, next, links: execution ? <Links execution={execution} /> : null })}
      {continuing && execution
        ? views.continuation(execution, selected?.properties.Id, () => setContinuing(false))
        : null}
      {execution ? <Summary execution={execution} selected={selected} /> : null}
      {execution && actionOf(execution.document, 'Continue') ? views.change(execution) : null}
      <Split
        inspector={
          <NodeInspector
            jobHref={href}
            node={selected}
            now={now}
            // The report shows the results itself, so the job beside the graph is shown without pictures.
            views={{ ...views, brief: (job) => views.run(job, shown !== 'report') }}
          />
        }
      >
        {error && !execution ? (
          <ErrorView title={texts.theStepsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
        ) : null}
        {documentHref === undefined ? <p className="p-6 text-ink-2">{EXECUTION_TEXTS.notStarted}</p> : null}
        {execution ? (
          <div className="flex h-75 flex-none flex-col border-b border-line phone:h-60">
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <ExecutionGraph
                nodes={execution.nodes}
                edges={execution.document.properties.Edges}
                inputs={execution.document.properties.Inputs}
                selected={selected?.properties.Id}
                chosen={chosen}
                onSelect={setChosen}
                now={now}
              />
            </Suspense>
          </div>
        ) : documentHref !== undefined && !error ? (
          <Skeleton className="h-75 flex-none rounded-none border-b border-line phone:h-60" />
        ) : null}
        <Tabs
          value={shown}
          onChange={onTab}
          className="min-h-60 flex-1"
          tabs={tabsWith(comparison !== undefined)}
          tools={shown === 'report' && !isPhone ? <span ref={setTools} className="flex gap-1" /> : null}
        >
          {shown === 'timeline' && execution ? (
            <ExecutionTimeline
              nodes={execution.nodes}
              edges={execution.document.properties.Edges}
              startedAt={execution.document.properties.StartedAt}
              completedAt={execution.document.properties.CompletedAt}
              selected={selected?.properties.Id}
              onSelect={setChosen}
              now={now}
            />
          ) : null}
          {shown === 'jobs' ? views.jobs(job) : null}
          {shown === 'comparison' && comparison ? <ExecutionComparison jobHref={href} href={comparison} /> : null}
          {shown === 'report' && (tools || isPhone) ? (
            <Report job={job} view={(file) => views.file(file, tools ?? undefined)} />
          ) : null}
        </Tabs>
      </Split>
      {views.foot(job, next)}
    </>
  )
}

/**
 * When a node starts to wait for data, the execution is loaded again, but the job doesn't change, so the state is
 * derived from the execution.
 */
function stateOf({ properties }: JobDocument, execution: Execution | undefined): WireJobState {
  if (!execution || properties.State !== 'Processing') return shownState(properties)
  return execution.document.properties.NodeCounts.DataMissing ? 'DataMissing' : 'Processing'
}

function tabsWith(comparison: boolean) {
  const shown = EXECUTION_TABS.filter((tab) => tab !== 'comparison' || comparison)
  return shown.map((value) => ({ value, label: TAB_LABELS[value] }))
}

function nextMove(execution: Execution | undefined, onKey: () => void): NextMove | undefined {
  if (!execution || !actionOf(execution.document, 'Continue')) return undefined
  const isComplete = execution.document.properties.State === 'Completed'
  const verify = actionOf(execution.document, 'Verify')
  const verb = (
    <>
      {verify ? <VerifyButton action={verify} /> : null}
      <Button
        variant={isComplete ? 'default' : 'primary'}
        icon={isComplete ? <RotateCw /> : <Wrench />}
        onClick={onKey}
      >
        {isComplete ? texts.runAgain : texts.fixAndContinue}
      </Button>
    </>
  )
  return { verb, onKey }
}

function initiallySelected(nodes: readonly ExecutionNode[]): ExecutionNode | undefined {
  const inState = (state: string) => nodes.find(({ properties }) => properties.State === state)
  const first = inState('Failed') ?? inState('DataMissing') ?? inState('Running')
  return first ?? nodes.findLast(({ properties }) => properties.State === 'Completed')
}

const LINK = 'font-medium text-accent hover:underline'

function Links({ execution: { document } }: { execution: Execution }) {
  const { OriginPurpose } = document.properties
  const origin = hrefOf(document, 'Origin')
  const definition = hrefOf(document, 'Workflow') ?? hrefOf(document, 'DefinitionWorkData')
  return (
    <>
      <InputsInHead inputs={document.properties.Inputs} />
      <StateCounts execution={document} />
      {definition ? (
        <Link to="/workflows/configurator" search={{ workflowLink: encodeLink(definition) }} className={LINK}>
          {texts.openWorkflow}
        </Link>
      ) : null}
      {origin && OriginPurpose ? (
        <Link to="/workflows/executions/$details" params={{ details: encodeLink(origin) }} className={LINK}>
          {ORIGIN_LABELS[OriginPurpose]}
        </Link>
      ) : null}
      {origin ? (
        <Link
          to="/workflows/executions/compare"
          search={{ a: encodeLink(origin), b: encodeLink(hrefOf(document, 'Job') ?? '') }}
          className={LINK}
        >
          {texts.compareWithPrevious}
        </Link>
      ) : null}
    </>
  )
}

/** Hidden if all steps are completed, which the badge says. */
function StateCounts({ execution }: { execution: Execution['document'] }) {
  const { NodeCounts, State, ErrorDescription } = execution.properties
  const states = (Object.keys(NODE_STATE_LABELS) as (keyof typeof NODE_STATE_LABELS)[]).flatMap((state) => {
    const count = NodeCounts[state] ?? 0
    return count > 0 ? [{ state, count }] : []
  })
  if (State === 'Completed' && states.length === 1) return null
  // Phones have room only for the reason.
  const className = clsx('flex items-center gap-1.5', ErrorDescription && 'phone:hidden')
  return states.map(({ state, count }) => (
    <span key={state} className={className}>
      <StateIcon state={ICON_STATES[state]} />
      {formatCount(count)} {NODE_STATE_LABELS[state].toLowerCase()}
    </span>
  ))
}

function Summary({
  execution: { document, nodes },
  selected,
}: {
  execution: Execution
  selected: ExecutionNode | undefined
}) {
  const { Progress, State, ErrorDescription, Name, NodeCounts } = document.properties
  const isRunning = State === 'Processing'
  const [held] = nodes.flatMap(({ properties }) => holdReason(properties) ?? [])
  if (!isRunning && !ErrorDescription) return null
  return (
    <div className="grid flex-none gap-2 px-6 phone:px-4">
      {isRunning ? (
        <div className="mb-3 flex items-center gap-3 text-xs text-ink-2">
          <Race value={Progress} label={fill(texts.progressOf, Name)} className="w-80 min-w-0" />
          <span className="flex-none">{nodesDone(NodeCounts)}</span>
        </div>
      ) : null}
      {held ? (
        <p role="status" className="mb-3 flex items-center gap-2 text-warning wrap-anywhere">
          <StateIcon state="Pending" />
          <span>{held}</span>
        </p>
      ) : null}
      {ErrorDescription ? <ErrorLine error={ErrorDescription} selected={selected} /> : null}
    </div>
  )
}

/** Returns text such as “7 of 12 steps done”. */
function nodesDone(counts: ExecutionProperties['NodeCounts']): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const done = (counts.Completed ?? 0) + (counts.Skipped ?? 0)
  return fill(texts.nodesDone, formatCount(done), plural(total, 'step'))
}

/** The reason why the execution failed, unless the selected node already shows it beside the graph. */
function ErrorLine({ error, selected }: { error: string; selected: ExecutionNode | undefined }) {
  const [isInspectorOpen] = useInspectorOpen()
  const failure = selected?.properties.FirstFailure
  const isSaidByNode = isInspectorOpen && failure && error.includes(failure)
  return (
    <p className={clsx('flex gap-2 pb-3 text-danger wrap-anywhere', isSaidByNode && 'lg:hidden')}>
      <FailedIcon className="mt-0.5 size-4" />
      <span className="min-w-0">
        <MarkedText text={error} />
      </span>
    </p>
  )
}

function Report({ job, view }: { job: JobDocument; view: (file: ReportFile) => ReactNode }) {
  const [report] = outputSlots(job).flatMap(filesIn)
  if (!report) return <p className="p-6 text-ink-2">{EXECUTION_TEXTS.noReport}</p>
  return (
    // The report's top border overlaps that of the tabs, except on phones, where the report's tools are in between.
    <div key={selfHref(report)} className="-mt-px flex min-h-0 flex-1 flex-col phone:mt-0">
      {view(report)}
    </div>
  )
}
