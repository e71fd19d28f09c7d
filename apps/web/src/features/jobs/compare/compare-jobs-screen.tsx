import { useSuspenseQueries } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ComparedFacts, differs } from '#components/ui/compared-facts.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { type TabItem, Tabs } from '#components/ui/tabs.tsx'
import { usePage } from '#lib/page.ts'
import { useShownParameters } from '../detail/job-parameters-panel.tsx'
import { jobQueries } from '../jobs.queries.ts'
import { CompareLogs } from './compare-logs.tsx'
import { CompareResults, type CompareViews } from './compare-results.tsx'
import { comparedParameters, comparedSetup, isIdentical, pairedResults } from './compared-jobs.ts'
import { JobSides } from './job-sides.tsx'
import * as texts from './texts.ts'
import { COMPARE_TEXTS } from './texts.ts'

export const COMPARE_TABS = ['results', 'parameters', 'log'] as const
export type CompareTab = (typeof COMPARE_TABS)[number]

interface CompareJobsScreenProps {
  hrefs: readonly [string, string]
  tab: CompareTab
  onTab: (tab: CompareTab) => void
  onSwap: () => void
  views: CompareViews
}

/** Compares two jobs side by side: setup and parameters, results, and logs. */
export function CompareJobsScreen({ hrefs, tab, onTab, onSwap, views }: CompareJobsScreenProps) {
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: COMPARE_TEXTS.title }])
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [jobQueries.detail(hrefs[0]), jobQueries.detail(hrefs[1])],
  })
  const parameters = comparedParameters(useShownParameters(before), useShownParameters(after))
  const facts = [...comparedSetup(before, after), ...parameters]
  const results = pairedResults(before, after)
  const tabs: TabItem<CompareTab>[] = [
    { value: 'results', label: texts.results, count: results.filter((pair) => !isIdentical(pair)).length },
    { value: 'parameters', label: texts.parameters, count: facts.filter(differs).length },
    { value: 'log', label: texts.log },
  ]
  return (
    <>
      <PageHead
        once
        title={COMPARE_TEXTS.title}
        actions={
          <Button icon={<ArrowLeftRight />} onClick={onSwap}>
            {texts.swap}
          </Button>
        }
      />
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto" data-scroll-restoration-id="compare">
        <JobSides before={before} after={after} page="/jobs/$details" />
        <Tabs
          value={tab}
          onChange={onTab}
          tabs={tabs}
          tools={
            tab === 'results' ? null : (
              <Switch checked={onlyDifferences} onChange={() => setOnlyDifferences(!onlyDifferences)}>
                {texts.onlyDifferences}
              </Switch>
            )
          }
        >
          {tab === 'results' ? <CompareResults pairs={results} views={views} /> : null}
          {tab === 'parameters' ? (
            <ComparedFacts
              label={texts.parametersOfBothJobs}
              head={texts.parameter}
              facts={facts}
              onlyDifferences={onlyDifferences}
              empty={COMPARE_TEXTS.sameParameters}
            />
          ) : null}
          {tab === 'log' ? <CompareLogs before={before} after={after} onlyDifferences={onlyDifferences} /> : null}
        </Tabs>
      </div>
    </>
  )
}
