import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import type { useSelection } from '#lib/use-selection.ts'
import { JobActionDialog } from '../components/job-action-dialog.tsx'
import type { JobDocument, JobPage } from '../jobs.queries.ts'
import type { JobListSearch } from './job-list-search.ts'
import { JobRowsPhone } from './job-rows-phone.tsx'
import { JobTable } from './job-table.tsx'
import { NoJobs } from './no-jobs.tsx'
import type { useHeldPage } from './use-held-page.ts'
import { useJobRowKeys } from './use-job-row-keys.ts'

const JobPeek = lazy(() => import('./job-peek.tsx').then((module) => ({ default: module.JobPeek })))

interface JobListBodyProps {
  query: UseQueryResult<JobPage>
  held: ReturnType<typeof useHeldPage>
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  selection: ReturnType<typeof useSelection<JobDocument>>
}

/** The rows, or what stands in their place: a skeleton, the error, nothing yet, no match. */
export function JobListBody({ query, held, search, onSearch, selection }: JobListBodyProps) {
  const { jobs, waiting, accept, watch } = held
  const frame = useRef<HTMLDivElement>(null)
  const keys = useJobRowKeys(jobs, selection)

  if (query.isPending) {
    return (
      <TableFrame>
        <SkeletonRows rows={10} />
      </TableFrame>
    )
  }
  if (query.isError && !query.data) {
    return <ErrorView title="Jobs could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (jobs.length === 0) return <NoJobs search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0} />
  const rows = { jobs, search, onSearch, selection, active: keys.active, frame }
  return (
    <div className="flex min-h-0 flex-1">
      <TableFrame ref={frame} {...watch}>
        {waiting > 0 ? (
          <div className="sticky top-10 z-20 flex h-0 justify-center">
            <Button
              size="sm"
              className="shadow-pop"
              onClick={() => {
                accept()
                frame.current?.scrollTo({ top: 0 })
              }}
            >
              {waiting === 1 ? '1 new job' : `${waiting} new jobs`}
            </Button>
          </div>
        ) : null}
        <JobTable {...rows} />
        <JobRowsPhone {...rows} />
      </TableFrame>
      {keys.peeked ? (
        <Suspense>
          <JobPeek job={keys.peeked} onClose={keys.closePeek} />
        </Suspense>
      ) : null}
      {keys.asking ? <JobActionDialog {...keys.asking} onClose={keys.closeDialog} /> : null}
    </div>
  )
}
