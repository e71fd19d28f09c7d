import { lazy, Suspense, useMemo, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { plural } from '#lib/format.ts'
import { refined } from '#lib/list-search.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { SlicedQuery } from '#lib/use-sliced-query.ts'
import { useStable } from '#lib/use-stable.ts'
import { JobActionDialog } from '../components/job-action-dialog.tsx'
import type { JobDocument, JobPage } from '../jobs.queries.ts'
import { JobGroups } from './job-groups.tsx'
import { jobListLayout } from './job-list-layout.tsx'
import { chosenColumns, type JobListSearch } from './job-list-search.ts'
import { NoJobs } from './no-jobs.tsx'
import * as texts from './texts.ts'
import type { useHeldPage } from './use-held-page.ts'
import { useJobRowKeys } from './use-job-row-keys.ts'

const JobPeek = lazy(() => import('./job-peek.tsx').then((module) => ({ default: module.JobPeek })))

interface JobListBodyProps {
  query: SlicedQuery<JobPage>
  held: ReturnType<typeof useHeldPage>
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  selection: ReturnType<typeof useSelection<JobDocument>>
}

/** The rows of the job list, and the peek at one of them. */
export function JobListBody({ query, held, search, onSearch, selection }: JobListBodyProps) {
  const { jobs, waiting, accept, watch } = held
  const groups = query.data?.Groups ?? []
  const frame = useRef<HTMLDivElement>(null)
  const keys = useJobRowKeys(jobs, selection)
  const chosen = chosenColumns(search)
  const onTag = useStable((tag: string) =>
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
          <JobGroups groups={groups} />
          <ResourceList
            label={texts.jobs}
            rows={jobs}
            layout={layout}
            selection={selection}
            cursor={keys.cursor}
            sort={sortOf(search, (change) => onSearch(refined(search, change)))}
          />
        </TableFrame>
        {keys.isPeeking ? (
          <Suspense>
            <JobPeek jobs={jobs} cursor={keys.cursor} onClose={keys.closePeek} />
          </Suspense>
        ) : null}
        {keys.asking ? <JobActionDialog {...keys.asking} onClose={keys.closeDialog} /> : null}
      </div>
    </ListBody>
  )
}

/** Jobs that wait to be shown, because new rows must not move what somebody looks at. */
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
