import { STATE_LABELS } from '@millrace/contracts/texts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { AccessRequests } from '#components/access-requests/access-requests.tsx'
import { useCommentCount } from '#components/discussion/discussion.queries.ts'
import { Split } from '#components/ui/inspector.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { isNotFound } from '#lib/not-found.ts'
import { usePage } from '#lib/page.ts'
import { useRememberedPage } from '#lib/recent-pages.ts'
import { hrefOf } from '#lib/siren.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { JobLogPanel } from '../log/job-log-panel.tsx'
import type { FailedJobProps } from './failed-job.tsx'
import { JobDeleted } from './job-errors.tsx'
import { JobFooterActions, JobHead } from './job-head.tsx'
import { JobHistoryPanel } from './job-history-panel.tsx'
import { JobInspector } from './job-inspector.tsx'
import { JobLine } from './job-line.tsx'
import { JobParametersPanel } from './job-parameters-panel.tsx'
import { JobResultPanel, type ResultViews } from './job-result-panel.tsx'
import { JobClock, JobStatus, JobTrial } from './job-status.tsx'
import { JobStrip } from './job-strip.tsx'
import { JobSubJobsPanel } from './job-sub-jobs-panel.tsx'
import { type DetailTab, detailTabs } from './job-tabs-model.ts'
import * as texts from './texts.ts'

const Discussion = lazy(() =>
  import('#components/discussion/discussion.tsx').then((module) => ({ default: module.Discussion })),
)

/** The parts of the page that other features render. */
export interface JobDetailViews extends ResultViews {
  /** Renders the open slots and parameters of a job that is not started. */
  setup: (job: JobDocument) => ReactNode
  fix: FailedJobProps['fix']
}

interface JobDetailScreenProps {
  href: string
  /** If undefined, the job's first tab is shown. */
  tab: DetailTab | undefined
  onTab: (tab: DetailTab) => void
  views: JobDetailViews
}

/** The page of a job: its state, inputs and outputs, log, and available actions. */
export function JobDetailScreen({ href, tab, onTab, views }: JobDetailScreenProps) {
  const { data: job, error } = useSuspenseQuery(jobQueries.detail(href))
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: job.properties.Name }], STATE_LABELS[job.properties.State])
  useRememberedPage('Jobs', job.properties.Name)
  const tabs = detailTabs(job, useCommentCount(job))
  const isOpen = tabs[0]?.value === 'setup'
  const shown = tabs.find((candidate) => candidate.value === tab)?.value ?? tabs[0]?.value ?? 'history'

  const isCompleted = job.properties.State === 'Completed'

  if (isNotFound(error)) return <JobDeleted />
  return (
    <>
      <JobHead job={job} />
      <AccessRequests of={href} />
      <Split inspector={<JobInspector job={job} onParameters={isOpen ? undefined : () => onTab('parameters')} />}>
        <JobTrial job={job} />
        {isCompleted ? (
          <div className="flex-none px-6 pt-3.5 pb-1 phone:px-4">
            <JobLine job={job} />
          </div>
        ) : isOpen && job.properties.State !== 'DataMissing' ? null : (
          <div className="grid flex-none grid-cols-[minmax(0,1fr)] gap-5 p-6 phone:p-4">
            {job.properties.State === 'Processing' ? (
              <div className="sm:hidden">
                <JobClock job={job} />
              </div>
            ) : null}
            <JobStatus job={job} fix={views.fix} />
            {isOpen ? null : <JobStrip job={job} />}
          </div>
        )}
        <Tabs value={shown} onChange={onTab} tabs={tabs} className="flex-1">
          <TabPanel tab={shown} job={job} views={views} />
        </Tabs>
      </Split>
      <JobFooterActions job={job} />
    </>
  )
}

function TabPanel({ tab, job, views }: { tab: DetailTab; job: JobDocument; views: JobDetailViews }) {
  const linesHref = hrefOf(job, 'LogLines')
  const historyHref = hrefOf(job, 'History')
  switch (tab) {
    case 'setup':
      return views.setup(job)
    case 'result':
      return <JobResultPanel job={job} views={views} />
    case 'log':
      return linesHref ? <JobLogPanel job={job} linesHref={linesHref} /> : null
    case 'parameters':
      return <JobParametersPanel job={job} />
    case 'sub-jobs':
      return <JobSubJobsPanel job={job} />
    case 'history':
      return historyHref ? <JobHistoryPanel job={job} href={historyHref} /> : null
    case 'discussion':
      return (
        <div className="w-full max-w-3xl px-6 py-4 phone:px-4">
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Discussion resource={job} />
          </Suspense>
        </div>
      )
  }
}
