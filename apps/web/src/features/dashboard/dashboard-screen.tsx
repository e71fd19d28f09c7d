import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { usePage } from '#lib/page.ts'
import { jobCountsQuery } from '../shell/shell.queries.ts'
import { Composer } from './composer.tsx'
import { type JobDocument, sampleJobsQuery, type WorkDataDocument } from './dashboard.queries.ts'
import { DashboardFrame } from './dashboard-frame.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FirstVisit } from './first-visit.tsx'
import { LatestResults } from './latest-results.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NewData } from './new-data.tsx'
import { RunAgain } from './run-again.tsx'
import { RunningNow } from './running-now.tsx'
import { StorageSection } from './storage-section.tsx'
import { WeekOfJobs } from './week-of-jobs.tsx'

export interface PictureProps {
  data: WorkDataDocument
  size: 'card' | 'large'
}

/** Draws a file from its own data; the route hands it in. */
export type PictureOf = ComponentType<PictureProps>

/** What needs you, what runs, what came out; and the next job. On a first visit, the sample. */
export function DashboardScreen({ Picture }: { Picture: PictureOf }) {
  usePage([{ label: 'Dashboard' }])
  const counts = useQuery(jobCountsQuery)
  const sample = useQuery(sampleJobsQuery)

  if (counts.error) {
    return (
      <ErrorView title="The dashboard could not be loaded" error={counts.error} onRetry={() => void counts.refetch()} />
    )
  }
  if (!counts.data || !sample.data) return <DashboardFrame rail={null}>{null}</DashboardFrame>
  if (isFirstVisit(counts.data.total, sample.data.jobs)) {
    return (
      <DashboardFrame rail={<FirstSteps sample={sample.data.jobs} />}>
        <FirstVisit sample={sample.data.jobs} Picture={Picture} />
      </DashboardFrame>
    )
  }
  return (
    <DashboardFrame
      rail={
        <>
          <WeekOfJobs />
          <StorageSection />
        </>
      }
    >
      <h1 className="sr-only">Dashboard</h1>
      <div className="phone:hidden">
        <Composer />
        <NewData />
        <RunAgain />
      </div>
      <NeedsYou />
      <RunningNow />
      <LatestResults Picture={Picture} />
    </DashboardFrame>
  )
}

/** Nothing yet, or the sample only: who has just run it shall see it through, also after closing the tab. */
function isFirstVisit(total: number, sample: readonly JobDocument[]): boolean {
  return total === sample.length
}
