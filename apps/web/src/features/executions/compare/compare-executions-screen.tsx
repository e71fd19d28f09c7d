import { isTerminal } from '@millrace/contracts/job-states'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { changesOf } from '@millrace/workflows/diff'
import { useQueries, useSuspenseQueries } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ComparedFacts, differs } from '#components/ui/compared-facts.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { type TabItem, Tabs } from '#components/ui/tabs.tsx'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { usePage } from '#lib/page.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import { ExecutionComparison } from '../detail/execution-comparison.tsx'
import { executionQueries, type Side } from '../executions.queries.ts'
import { comparedInputs, comparedSteps } from './compared-executions.ts'
import * as texts from './texts.ts'

export const COMPARED_TABS = ['outputs', 'steps', 'inputs', 'definition'] as const
export type ComparedTab = (typeof COMPARED_TABS)[number]

/** The parts of the page that other features render. */
export interface CompareExecutionViews {
  sides: (before: JobDocument, after: JobDocument) => ReactNode
  changes: (before: WorkflowDefinition, after: WorkflowDefinition) => ReactNode
}

interface CompareExecutionsScreenProps {
  /** URLs of the jobs of the left and the right execution. */
  hrefs: readonly [string, string]
  tab: ComparedTab
  onTab: (tab: ComparedTab) => void
  onSwap: () => void
  views: CompareExecutionViews
}

/** Compares two executions side by side: outputs, steps, inputs and definition. Only differences are highlighted. */
export function CompareExecutionsScreen({ hrefs, tab, onTab, onSwap, views }: CompareExecutionsScreenProps) {
  usePage([{ label: texts.executions, to: '/workflows/executions' }, { label: texts.title }])
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [jobQueries.detail(hrefs[0]), jobQueries.detail(hrefs[1])],
  })
  return (
    <>
      <PageHead
        once
        title={texts.title}
        actions={
          <Button icon={<ArrowLeftRight />} onClick={onSwap}>
            {texts.swap}
          </Button>
        }
      />
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto" data-scroll-restoration-id="compare-executions">
        {views.sides(before, after)}
        <Compared before={before} after={after} tab={tab} onTab={onTab} views={views} />
      </div>
    </>
  )
}

interface ComparedProps extends Pick<CompareExecutionsScreenProps, 'tab' | 'onTab' | 'views'> {
  before: JobDocument
  after: JobDocument
}

function Compared({ before, after, ...shown }: ComparedProps) {
  const [earlier, later] = useQueries({ queries: [sideQuery(before), sideQuery(after)] })
  const error = earlier.error ?? later.error
  if (error) return <ErrorView title={texts.couldNotBeLoaded} error={error} />
  if (!hrefOf(before, 'Execution') || !hrefOf(after, 'Execution')) {
    return <p className="p-6 text-ink-2 phone:p-4">{texts.notStarted}</p>
  }
  if (!earlier.data || !later.data) return <SkeletonRows rows={6} />
  return (
    <Differences {...shown} before={earlier.data} after={later.data} jobHrefs={[selfHref(before), selfHref(after)]} />
  )
}

function sideQuery(job: JobDocument) {
  return executionQueries.side(selfHref(job), hrefOf(job, 'Execution'))
}

interface DifferencesProps extends Pick<CompareExecutionsScreenProps, 'tab' | 'onTab' | 'views'> {
  before: Side
  after: Side
  jobHrefs: readonly [string, string]
}

function Differences({ before, after, jobHrefs, tab, onTab, views }: DifferencesProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const now = useNow(1000, [before, after].some(isRunning))
  const names = useFileNames([before, after])
  const [inputs, steps] = [comparedInputs(before, after, (href) => names.get(href)), comparedSteps(before, after, now)]
  const changes = changesOf(before.definition, after.definition)
  const tabs: TabItem<ComparedTab>[] = [
    { value: 'outputs', label: texts.outputs },
    { value: 'steps', label: texts.steps, count: steps.filter(differs).length },
    { value: 'inputs', label: texts.inputs, count: inputs.filter(differs).length },
    { value: 'definition', label: texts.definition, count: changes.length },
  ]
  const [old, fresh] = jobHrefs
  return (
    <Tabs
      value={tab}
      onChange={onTab}
      tabs={tabs}
      tools={
        tab === 'steps' || tab === 'inputs' ? (
          <Switch checked={onlyDifferences} onChange={() => setOnlyDifferences(!onlyDifferences)}>
            {texts.onlyDifferences}
          </Switch>
        ) : null
      }
    >
      {tab === 'outputs' ? <ExecutionComparison jobHref={fresh} href={comparisonHref(after, old)} isOfTwo /> : null}
      {tab === 'steps' ? (
        <ComparedFacts
          label={texts.stepsOfBoth}
          head={texts.step}
          facts={steps}
          onlyDifferences={onlyDifferences}
          empty={texts.sameSteps}
        />
      ) : null}
      {tab === 'inputs' ? (
        <ComparedFacts
          label={texts.inputsOfBoth}
          head={texts.input}
          facts={inputs}
          onlyDifferences={onlyDifferences}
          empty={inputs.length === 0 ? texts.noVariables : texts.sameInputs}
        />
      ) : null}
      {tab === 'definition' ? (
        <div className="p-6 phone:p-4">
          {changes.length === 0 ? (
            <p className="text-ink-2">{texts.sameDefinition}</p>
          ) : (
            views.changes(before.definition, after.definition)
          )}
        </div>
      ) : null}
    </Tabs>
  )
}

function isRunning({ execution }: Side): boolean {
  return !isTerminal(execution.document.properties.State)
}

function comparisonHref({ execution }: Side, earlier: string): string {
  const url = new URL(hrefOf(execution.document, 'CompareWith') ?? '', location.href)
  url.searchParams.set('with', new URL(earlier, location.href).href)
  return `${url.pathname}${url.search}`
}

/** Maximum number of files whose names are loaded, because each takes a request. All others are shown as URLs. */
const NAMED_FILES = 50

function useFileNames(sides: readonly Side[]): ReadonlyMap<string, string> {
  const hrefs = [...new Set(sides.flatMap(filesOf))].slice(0, NAMED_FILES)
  return useQueries({
    queries: hrefs.map((href) => workDataQueries.detail(href)),
    combine: (results) =>
      new Map(results.flatMap(({ data }, at) => (data ? [[hrefs[at] ?? '', data.properties.Name] as const] : []))),
  })
}

function filesOf({ execution, definition }: Side): string[] {
  const { Variables } = execution.document.properties
  return Object.entries(definition.variables ?? {}).flatMap(([name, schema]) => {
    const { format, items } = schema as { format?: unknown; items?: { format?: unknown } }
    const isFile = format === 'work-data' || items?.format === 'work-data'
    return isFile ? [Variables[name]].flat().filter((value) => typeof value === 'string') : []
  })
}
