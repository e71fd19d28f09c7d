import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Cell, HeadCell, Row, Table, TableFrame } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatTook, plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { stepJobsQuery } from './step-jobs.queries.ts'
import * as texts from './texts.ts'

/** Lists the newest jobs of the step, with a link to all of them. */
export function StepJobsPanel({ href }: { href: string }) {
  const { data, error, refetch } = useQuery(stepJobsQuery(href))
  if (error) return <ErrorView title={texts.jobsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  if (data.total === 0) return <EmptyState title={texts.noJobsYet}>{texts.jobsThatUseThisStep}</EmptyState>
  return (
    <>
      <TableFrame className="border-t-0">
        <Table label={texts.jobsOfThisStep}>
          <colgroup>
            <col className="w-36" />
            <col />
            <col className="w-36" />
            <col className="w-36 phone:w-0" />
          </colgroup>
          <thead>
            <tr>
              <HeadCell>{texts.state}</HeadCell>
              <HeadCell>{texts.name}</HeadCell>
              <HeadCell>{texts.created}</HeadCell>
              <HeadCell right className="phone:hidden">
                {texts.duration}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.jobs.map((job) => {
              const { Name, State, CreatedAt, StartedAt, CompletedAt } = job.properties
              return (
                <Row key={selfHref(job)}>
                  <Cell>
                    <StateBadge state={State} />
                  </Cell>
                  <Cell>
                    <Link
                      to="/jobs/$details"
                      params={{ details: encodeLink(selfHref(job)) }}
                      className="font-medium hover:underline"
                      title={Name}
                    >
                      {Name}
                    </Link>
                  </Cell>
                  <Cell className="text-ink-2">
                    <Time at={CreatedAt} />
                  </Cell>
                  <Cell right className="text-ink-2 phone:hidden">
                    {StartedAt && CompletedAt ? formatTook(Date.parse(CompletedAt) - Date.parse(StartedAt)) : null}
                  </Cell>
                </Row>
              )
            })}
          </tbody>
        </Table>
      </TableFrame>
      <footer className="flex h-10 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        <Link
          to="/jobs"
          search={{ step: encodeLink(href), sub: 'shown' }}
          className="rounded-sm text-accent hover:underline"
        >
          {fill(texts.all, plural(data.total, 'job'))}
        </Link>
      </footer>
    </>
  )
}
