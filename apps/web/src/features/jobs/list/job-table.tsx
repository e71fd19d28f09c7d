import type { RefObject } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { HeadCell, type SortDirection, SortHead, Table } from '#components/ui/table.tsx'
import { VirtualBody } from '#components/ui/virtual-body.tsx'
import { isMoving } from '#lib/job-facts.ts'
import { selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import type { useSelection } from '#lib/use-selection.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { type JobListSearch, refined } from './job-list-search.ts'
import { JobRow } from './job-row.tsx'

export interface JobRowsProps {
  jobs: readonly JobDocument[]
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  selection: ReturnType<typeof useSelection<JobDocument>>
  active: string | undefined
  frame: RefObject<HTMLElement | null>
}

/** Jobs in rows of one line. Times run while a job works. */
export function JobTable({ jobs, search, onSearch, selection, active, frame }: JobRowsProps) {
  const now = useNow(
    1000,
    jobs.some((job) => isMoving(job.properties.State)),
  )
  const showsCompleted = search.SortBy === 'CompletedAt'
  const sortBy = (SortBy: JobListSearch['SortBy']) => ({
    direction: search.SortBy === SortBy && search.SortType !== 'None' ? (search.SortType as SortDirection) : undefined,
    onSort: (SortType: SortDirection) => onSearch(refined(search, { SortBy, SortType })),
  })
  return (
    <Table label="Jobs" rowCount={jobs.length + 1} className="phone:hidden">
      <colgroup>
        <col className="w-12" />
        <col className="w-32 @max-4xl/table:w-30" />
        <col className="w-[24%] @max-4xl/table:w-[28%]" />
        <col />
        <col className="w-26 @max-4xl/table:w-24" />
        {showsCompleted ? <col className="w-26" /> : null}
        <col className="w-34 @max-4xl/table:w-22" />
        <col className="w-24 @max-4xl/table:w-16" />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>
            <SelectAll jobs={jobs} selection={selection} />
          </HeadCell>
          <HeadCell>State</HeadCell>
          <SortHead {...sortBy('Name')}>Name</SortHead>
          <HeadCell>Input → step → output</HeadCell>
          <SortHead {...sortBy('CreatedAt')} first="Descending">
            Created
          </SortHead>
          {showsCompleted ? (
            <SortHead {...sortBy('CompletedAt')} first="Descending">
              Finished
            </SortHead>
          ) : null}
          <HeadCell right>Duration</HeadCell>
          <HeadCell right>By</HeadCell>
        </tr>
      </thead>
      <VirtualBody
        rows={jobs}
        frame={frame}
        columns={showsCompleted ? 8 : 7}
        renderRow={(job, index) => (
          <JobRow
            key={selfHref(job)}
            job={job}
            index={index}
            now={now}
            showsCompleted={showsCompleted}
            selected={selection.has(job)}
            active={active === selfHref(job)}
            onToggle={(range) => selection.toggle(job, range)}
            onTag={(tag) => onSearch(refined(search, { TagsByAnd: [...new Set([...(search.TagsByAnd ?? []), tag])] }))}
          />
        )}
      />
    </Table>
  )
}

function SelectAll({ jobs, selection }: Pick<JobRowsProps, 'jobs' | 'selection'>) {
  const count = jobs.filter((job) => selection.has(job)).length
  return (
    <Checkbox
      aria-label="Select all jobs on this page"
      className="block"
      checked={count > 0 && count === jobs.length}
      indeterminate={count > 0 && count < jobs.length}
      onChange={selection.toggleAll}
    />
  )
}
