import { LIMITS } from '@millrace/contracts/limits'
import { lazy, Suspense } from 'react'
import { PageHead } from '#components/ui/page-head.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { TableFooter } from '#components/ui/table-footer.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { itemsInOrder } from '#lib/fold-sweeps.ts'
import { formatTotal, plural } from '#lib/format.ts'
import { afterPage, refined } from '#lib/list-search.ts'
import { usePage } from '#lib/page.ts'
import { selfHref } from '#lib/siren.ts'
import { useFilledPage } from '#lib/use-filled-page.ts'
import { useSelection } from '#lib/use-selection.ts'
import { useSlicedQuery } from '#lib/use-sliced-query.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { JobFilterBar } from './job-filter-bar.tsx'
import { JobListBody } from './job-list-body.tsx'
import { type JobListSearch, jobQueryOf } from './job-list-search.ts'
import { JOB_TABS, tabCount, tabLabel } from './job-tabs.ts'
import * as texts from './texts.ts'
import { useBufferedPage } from './use-buffered-page.ts'
import { useJobRows } from './use-job-rows.ts'

const JobBulkBar = lazy(() => import('./job-bulk-bar.tsx').then((module) => ({ default: module.JobBulkBar })))

interface JobListScreenProps {
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
}

/** The job list. Its state is the URL; the buttons of a row are the available actions of the job. */
export function JobListScreen({ search, onSearch }: JobListScreenProps) {
  usePage([{ label: texts.jobs }])
  const [allUsers] = useAdminMode()
  const parameters = jobQueryOf(search)
  const query = useFilledPage(useSlicedQuery(jobQueries.list(parameters, { allUsers })), 'jobs', {
    folds: true,
    offset: search.PageOffset,
    after: jobQueries.list(jobQueryOf(afterPage(search)), { allUsers }),
  })
  const page = query.data
  const isFilled = page && page.jobs.length > search.PageSize
  const buffered = useBufferedPage(page, JSON.stringify([search, allUsers, isFilled]), search.ShowHidden)
  const rows = useJobRows(buffered.jobs, { page, search, allUsers })
  const selection = useSelection(
    itemsInOrder<JobDocument>(rows),
    selfHref,
    JSON.stringify([parameters.Filter, allUsers]),
  )
  const refine = (change: Partial<JobListSearch>) => onSearch(refined(search, change))
  const all = page ? tabCount('all', page) : undefined

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHead
        once
        title={texts.jobs}
        facts={all === undefined ? null : <span aria-live="polite">{formatTotal(all.count, all.isPartial)}</span>}
      />
      <PillChoice
        label={texts.showJobs}
        className="flex-none px-3.5 pb-2.5 phone:px-2 phone:pt-2"
        value={search.tab}
        onChange={(tab) => refine({ tab })}
        choices={JOB_TABS.map((tab) => ({
          value: tab,
          label: tabLabel(tab),
          ...(page ? tabCount(tab, page) : query.isPending && { count: undefined }),
        }))}
      />
      <JobFilterBar search={search} onSearch={onSearch} tags={page?.RemainingTags ?? []} />
      {page?.SearchedJobs === undefined ? null : (
        <p className="flex-none px-3.5 pb-2 text-xs text-ink-2 phone:px-2" role="status">
          {fill(texts.searchedNewest, plural(page.SearchedJobs, 'job'))}
        </p>
      )}
      <JobListBody
        query={query}
        buffered={buffered}
        rows={rows}
        search={search}
        onSearch={onSearch}
        selection={selection}
      />
      {page && page.TotalEntities > 0 ? (
        <TableFooter
          offset={search.PageOffset}
          shown={page.CurrentEntitiesCount}
          total={page.TotalEntities}
          one="job"
          rows={rows.length < buffered.jobs.length ? plural(rows.length, 'row') : undefined}
          pageSize={search.PageSize}
          onOffset={(PageOffset) => onSearch({ ...search, PageOffset })}
          onPageSize={(PageSize) => refine({ PageSize })}
          keys={KEYS}
        />
      ) : null}
      {selection.items.length > 0 ? (
        <Suspense>
          <JobBulkBar
            page="/jobs/$details"
            selection={selection}
            total={page?.TotalEntities ?? 0}
            all={jobQueries.list(jobQueryOf({ ...search, PageOffset: 0, PageSize: LIMITS.pageSizeMax }), { allUsers })}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const KEYS = [
  ['J', 'K', 'move'],
  ['X', 'select'],
  ['R', 'run again'],
] as const
