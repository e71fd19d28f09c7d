import { useQuery } from '@tanstack/react-query'
import { Database, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { EmptyList } from '#components/ui/empty-list.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { refined } from '#lib/list-search.ts'
import { workDataQueries } from '../work-data.queries.ts'
import * as texts from './texts.ts'
import { useWorkDataFilters } from './work-data-filters.tsx'
import {
  TAB_LABELS,
  WORK_DATA_LIST_DEFAULTS,
  type WorkDataListSearch,
  withoutFilters,
  workDataQueryOf,
} from './work-data-list-search.ts'

const RunSampleButton = lazy(() => import('#components/sample/run-sample-button.tsx'))

interface NoWorkDataProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  /** Number of matches on all pages. */
  total: number
}

/** Shown if the list is empty: because there are no files yet, or because none match the tab or the filters. */
export function NoWorkData({ search, onSearch, total }: NoWorkDataProps) {
  const filters = useWorkDataFilters(search, onSearch, [])
  const [allUsers] = useAdminMode()
  const withHidden = workDataQueryOf({ ...WORK_DATA_LIST_DEFAULTS, tab: search.tab, ShowHidden: true })
  const hidden = useQuery(workDataQueries.list(withHidden, { allUsers }))
  return (
    <EmptyList
      what="files"
      total={total}
      find={search.NameContains}
      filters={filters}
      onFirstPage={() => onSearch(refined(search, {}))}
      onDropFind={() => onSearch(refined(search, { NameContains: undefined }))}
      onDropAll={() => onSearch(withoutFilters(search))}
      hidden={hidden.data?.TotalEntities}
    >
      {search.tab === 'all' ? (
        <EmptyState
          icon={Database}
          title={texts.noDataYet}
          action={
            <>
              <ButtonLink to={'/workdata/upload' as '/'} variant="primary" icon={<Upload />}>
                {texts.uploadFiles}
              </ButtonLink>
              <Suspense>
                <RunSampleButton />
              </Suspense>
            </>
          }
        >
          {texts.whatAppearsHere}
        </EmptyState>
      ) : (
        <EmptyState
          title={fill(texts.noFilesIn, TAB_LABELS[search.tab])}
          action={<Button onClick={() => onSearch(refined(search, { tab: 'all' }))}>{texts.allWorkData}</Button>}
        />
      )}
    </EmptyList>
  )
}
