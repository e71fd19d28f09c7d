import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf, selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { canRunAgain } from '../job-facts.ts'
import { type JobDocument, type JobPage, useJobAction } from '../jobs.queries.ts'
import type { JobListSearch } from './job-list-search.ts'
import { JobRowsPhone } from './job-rows-phone.tsx'
import { JobTable } from './job-table.tsx'
import { NoJobs } from './no-jobs.tsx'
import type { useHeldPage } from './use-held-page.ts'

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
  const cursor = useJobRowKeys(jobs, selection)

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
  const rows = { jobs, search, onSearch, selection, active: cursor.active, frame }
  return (
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
  )
}

/** j k move, x selects, Enter opens, r runs again, full stop cancels. */
function useJobRowKeys(jobs: readonly JobDocument[], selection: JobListBodyProps['selection']) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const action = useJobAction()
  const jobAt = (href: string | undefined) => jobs.find((job) => selfHref(job) === href)
  const cursor = useRowCursor(jobs.map(selfHref), {
    onOpen: (href) => void navigate({ to: '/jobs/$details', params: { details: encodeLink(href) } }),
    onToggle: (href, range) => {
      const job = jobAt(href)
      if (job) selection.toggle(job, range)
    },
  })
  useKeys({
    r: () => {
      const job = jobAt(cursor.active)
      if (job && canRunAgain(job)) startJob({ job: selfHref(job) })
    },
    '.': () => {
      const job = jobAt(cursor.active)
      const cancel = job && actionOf(job, 'CancelProcessing')
      if (cancel) action.mutate({ action: cancel })
    },
  })
  return cursor
}
