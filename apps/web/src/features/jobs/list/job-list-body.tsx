import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { foldedSweep, selectionOfRows } from '#lib/fold-sweeps.ts'
import { plural } from '#lib/format.ts'
import { refined } from '#lib/list-search.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { SlicedQuery } from '#lib/use-sliced-query.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { JobActionDialog } from '../components/job-action-dialog.tsx'
import { useJobRowKeys } from '../job-row-keys.queries.ts'
import type { JobDocument, JobPage } from '../jobs.queries.ts'
import type { ListedJob } from './fold-sweeps.ts'
import { jobListLayout } from './job-list-layout.tsx'
import { chosenColumns, type JobListSearch } from './job-list-search.ts'
import { NoJobs } from './no-jobs.tsx'
import * as texts from './texts.ts'
import type { useBufferedPage } from './use-buffered-page.ts'

const loadGroups = () => import('./job-groups.tsx')
const JobGroups = lazy(() => loadGroups().then((module) => ({ default: module.JobGroups })))
const JobPeek = lazy(() => import('./job-peek.tsx').then((module) => ({ default: module.JobPeek })))

interface JobListBodyProps {
  query: SlicedQuery<JobPage>
  buffered: ReturnType<typeof useBufferedPage>
  rows: readonly ListedJob[]
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  selection: ReturnType<typeof useSelection<JobDocument>>
}

/** The rows of the job list, and a side panel with the current one. */
export function JobListBody({ query, buffered, rows, search, onSearch, selection }: JobListBodyProps) {
  const { jobs, waiting, accept, watch } = buffered
  const groups = query.data?.Groups ?? []
  // Loads the code of the groups in parallel with the rows.
  useEffect(() => void (search.tab === 'needs-you' && loadGroups()), [search.tab])
  const frame = useRef<HTMLDivElement>(null)
  const single = useMemo(() => rows.filter((row) => foldedSweep(row) === undefined), [rows])
  const ofRows = selectionOfRows<JobDocument, ListedJob>(selection)
  const keys = useJobRowKeys(rows, { selection: ofRows, page: '/jobs/$details' })
  const chosen = chosenColumns(search)
  const onTag = useStableCallback((tag: string) =>
    onSearch(refined(search, { TagsByAnd: [...new Set([...(search.TagsByAnd ?? []), tag])] })),
  )
  const layout = useMemo(() => jobListLayout({ chosen, onTag }), [chosen, onTag])

  return (
    <ListBody
      query={query}
      failed={texts.jobsCouldNotBeLoaded}
      isEmpty={jobs.length === 0 && groups.length === 0}
      shape={{ columns: layout.columns, selects: true }}
      empty={<NoJobs search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0} />}
    >
      <div className="relative flex min-h-0 flex-1">
        <TableFrame ref={frame} {...watch}>
          <NewJobs
            count={waiting}
            onShow={() => {
              accept()
              frame.current?.scrollTo({ top: 0 })
            }}
          />
          {groups.length > 0 ? (
            <Suspense>
              <JobGroups groups={groups} />
            </Suspense>
          ) : null}
          <ResourceList
            label={texts.jobs}
            rows={rows}
            layout={layout}
            selection={ofRows}
            cursor={keys.cursor}
            sort={sortOf(search, (change) => onSearch(refined(search, change)))}
          />
        </TableFrame>
        {keys.isPeeking ? (
          <Suspense>
            <JobPeek jobs={single} page="/jobs/$details" cursor={keys.cursor} onClose={keys.closePeek} />
          </Suspense>
        ) : null}
        {keys.asking ? <JobActionDialog {...keys.asking} onClose={keys.closeDialog} /> : null}
      </div>
    </ListBody>
  )
}

/** New jobs are held back, because they would move the rows that the user is reading. */
function NewJobs({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <div className="sticky top-10 z-20 flex h-0 justify-center">
      <Button size="sm" className="shadow-pop" onClick={onShow}>
        {plural(count, 'new job')}
      </Button>
    </div>
  )
}
