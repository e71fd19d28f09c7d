import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorView } from '#components/ui/error-view.tsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Cell, HeadCell, Row, Table } from '#components/ui/table.tsx'
import { pluralTotal } from '#lib/format.ts'
import { flowOf } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { JobDuration } from '../list/job-duration.tsx'
import { JOB_LIST_DEFAULTS, jobQueryOf } from '../list/job-list-search.ts'
import * as texts from './texts.ts'

/** The first 50 sub-jobs, including hidden ones, and a link to the job list with filters and pages. */
export function JobSubJobsPanel({ job }: { job: JobDocument }) {
  const parent = encodeLink(selfHref(job))
  const search = { ...JOB_LIST_DEFAULTS, parent, ShowHidden: true, SortType: 'Ascending' as const, PageSize: 50 }
  const { data: page, isPending, error, refetch } = useQuery(jobQueries.list(jobQueryOf(search)))
  if (isPending) return <SkeletonRows rows={4} />
  if (!page) return <ErrorView title={texts.subJobsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  return (
    <div className="overflow-auto">
      <div className="flex items-center gap-3 px-6 py-2 text-ink-2 phone:px-4">
        {pluralTotal(page.TotalEntities, 'sub-job')}
        <Link
          to="/jobs"
          search={{ parent, ShowHidden: true }}
          className="ml-auto font-medium text-accent hover:underline"
        >
          {texts.openAsAList}
        </Link>
      </div>
      <Table label={texts.subJobs}>
        <colgroup>
          <col className="w-36" />
          <col className="w-[30%]" />
          <col />
          <col className="w-36" />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>{texts.state}</HeadCell>
            <HeadCell>{texts.name}</HeadCell>
            <HeadCell>{texts.inputStepOutput}</HeadCell>
            <HeadCell right>{texts.duration}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {page.jobs.map((child) => (
            <Row key={selfHref(child)}>
              <Cell>
                <StateBadge state={child.properties.State} />
              </Cell>
              <Cell>
                <Link
                  to="/jobs/$details"
                  params={{ details: encodeLink(selfHref(child)) }}
                  className="font-medium hover:underline"
                >
                  {child.properties.Name}
                </Link>
              </Cell>
              <Cell>
                <FlowTriplet {...flowOf(child)} />
              </Cell>
              <Cell right>
                <JobDuration job={child} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
