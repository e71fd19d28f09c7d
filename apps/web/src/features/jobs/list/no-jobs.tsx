import { useQuery } from '@tanstack/react-query'
import { ListChecks, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyList } from '#components/ui/empty-list.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { refined } from '#lib/list-search.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { jobQueries } from '../jobs.queries.ts'
import { useJobFilters } from './job-filters.tsx'
import { type JobListSearch, withHiddenQueryOf, withoutFilters } from './job-list-search.ts'
import { tabLabel } from './job-tabs.ts'
import * as texts from './texts.ts'

const RunSampleButton = lazy(() => import('#components/sample/run-sample-button.tsx'))

interface NoJobsProps {
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  total: number
}

/** Shown if there are no jobs yet, none in this tab, or none that match, with a suggestion of what to do. */
export function NoJobs({ search, onSearch, total }: NoJobsProps) {
  const startJob = useStartJob()
  const filters = useJobFilters(search, onSearch, [])
  const [allUsers] = useAdminMode()
  const hidden = useQuery(jobQueries.list(withHiddenQueryOf(search.tab), { allUsers }))
  const start = (
    <Button variant="primary" icon={<Plus />} onClick={() => startJob()}>
      {texts.startAJob}
    </Button>
  )
  return (
    <EmptyList
      what="jobs"
      total={total}
      find={search.Name}
      filters={filters}
      onFirstPage={() => onSearch(refined(search, {}))}
      onDropFind={() => onSearch(refined(search, { Name: undefined }))}
      onDropAll={() => onSearch(withoutFilters(search))}
      hidden={hidden.data?.TotalEntities}
      elsewhere={[
        {
          label: texts.parametersPlace,
          onSearch: () => onSearch(refined(search, { Name: undefined, parameter: search.Name })),
        },
        { label: texts.logsPlace, onSearch: () => onSearch(refined(search, { Name: undefined, log: search.Name })) },
      ]}
    >
      {search.tab === 'all' ? (
        <EmptyState
          icon={ListChecks}
          title={texts.noJobsYet}
          action={
            <>
              {start}
              <Suspense>
                <RunSampleButton />
              </Suspense>
            </>
          }
        >
          {texts.whatAJobIs}
        </EmptyState>
      ) : (
        <EmptyState
          title={fill(texts.noJobsIn, tabLabel(search.tab))}
          action={<Button onClick={() => onSearch(refined(search, { tab: 'all' }))}>{texts.allJobs}</Button>}
        />
      )}
    </EmptyList>
  )
}
