import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Split } from '#components/ui/inspector.tsx'
import { type TabItem, Tabs } from '#components/ui/tabs.tsx'
import { usePage } from '#lib/page.ts'
import { useRememberedPage } from '#lib/recent-pages.ts'
import { selfHref } from '#lib/siren.ts'
import { compareVersions } from '#lib/step-versions.ts'
import { parameterRows } from '../parameter-table.ts'
import { processingStepQueries, type StepDocument } from '../processing-steps.queries.ts'
import { StepHead } from './step-head.tsx'
import { StepInspector } from './step-inspector.tsx'
import { stepJobsQuery } from './step-jobs.queries.ts'
import { StepJobsPanel } from './step-jobs-panel.tsx'
import { StepOverview } from './step-overview.tsx'
import { StepParametersPanel } from './step-parameters-panel.tsx'
import { StepSourcePanel } from './step-source-panel.tsx'
import { StepStrip } from './step-strip.tsx'
import type { StepDetailSearch, StepTab } from './step-tabs.ts'
import { StepVersionsPanel } from './step-versions-panel.tsx'
import * as texts from './texts.ts'

interface StepDetailScreenProps {
  href: string
  search: StepDetailSearch
  onSearch: (search: StepDetailSearch) => void
  code: (json: string, label: string) => ReactNode
}

export function StepDetailScreen({ href, search, onSearch, code }: StepDetailScreenProps) {
  const { data: step } = useSuspenseQuery(processingStepQueries.detail(href))
  const versions = useVersions(step)
  const jobs = useQuery(stepJobsQuery(href))
  const { Title, Version } = step.properties
  usePage([{ label: texts.processingSteps, to: '/processing-steps' }, { label: Title }])
  useRememberedPage(texts.processingSteps, Title)
  const tabs: TabItem<StepTab>[] = [
    { value: 'overview', label: texts.overview },
    { value: 'parameters', label: texts.parameters, count: parameterRows(step).length },
    { value: 'versions', label: texts.versions, count: versions.length },
    { value: 'jobs', label: texts.jobs, count: jobs.data?.total },
    { value: 'source', label: texts.source },
  ]
  const compared = versions.find(
    ({ properties }) => properties.Version === search.compare && properties.Version !== Version,
  )

  return (
    <>
      <StepHead step={step} versions={versions} />
      <Split inspector={<StepInspector step={step} />}>
        <div className="flex-none px-6 pt-5 pb-4 phone:px-4">
          <StepStrip step={step} />
        </div>
        <Tabs value={search.tab} onChange={(tab) => onSearch({ ...search, tab })} tabs={tabs} className="flex-1">
          {search.tab === 'overview' ? <StepOverview step={step} /> : null}
          {search.tab === 'parameters' ? (
            <StepParametersPanel
              step={step}
              versions={versions}
              compared={compared}
              onCompare={(compare) => onSearch({ ...search, compare })}
              code={code}
            />
          ) : null}
          {search.tab === 'versions' ? (
            <StepVersionsPanel
              step={step}
              versions={versions}
              onCompare={(compare) => onSearch({ tab: 'parameters', compare })}
            />
          ) : null}
          {search.tab === 'jobs' ? <StepJobsPanel href={selfHref(step)} /> : null}
          {search.tab === 'source' ? <StepSourcePanel step={step} code={code} /> : null}
        </Tabs>
      </Split>
    </>
  )
}

/** Contains only the step until the versions are loaded. */
function useVersions(step: StepDocument): StepDocument[] {
  const { FunctionName, OwnerId } = step.properties
  const { data } = useQuery(processingStepQueries.versions(FunctionName))
  const own = data?.filter(({ properties }) => properties.OwnerId === OwnerId) ?? []
  const all = own.some((version) => selfHref(version) === selfHref(step)) ? own : [step, ...own]
  return all.toSorted((a, b) => compareVersions(b.properties.Version, a.properties.Version))
}
