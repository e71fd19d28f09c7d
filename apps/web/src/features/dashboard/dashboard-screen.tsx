import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { AccessRequests } from '#components/access-requests/access-requests.tsx'
import type { PictureOf } from '#components/results/picture.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { useMissingUploads } from '#lib/missing-uploads.ts'
import { usePage } from '#lib/page.ts'
import { useUnfinishedUploads } from '#lib/unfinished-uploads.ts'
import { Composer } from './composer.tsx'
import { type Dashboard, dashboardQuery } from './dashboard.queries.ts'
import { DashboardFrame } from './dashboard-frame.tsx'
import { Part } from './dashboard-part.tsx'
import { DashboardPending } from './dashboard-pending.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FirstVisit } from './first-visit.tsx'
import { LatestResults } from './latest-results.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NewData } from './new-data.tsx'
import { RunAgain } from './run-again.tsx'
import { RunningNow } from './running-now.tsx'
import * as texts from './texts.ts'

/** Loaded on demand, because a first visit doesn't show it. */
const DashboardRail = lazy(() => import('./dashboard-rail.tsx').then((module) => ({ default: module.DashboardRail })))

/**
 * The dashboard: what needs attention, running jobs, new results, and the start of a new job. On a first visit, it
 * shows the sample.
 */
export function DashboardScreen({ Picture }: { Picture: PictureOf }) {
  usePage([{ label: texts.dashboard }])
  const { data, error, refetch } = useQuery(dashboardQuery)
  const uploads = useUnfinishedUploads().length + useMissingUploads().length

  if (!data && error) {
    return (
      <DashboardFrame rail={null}>
        <h1 className="sr-only">{texts.dashboard}</h1>
        <div className="phone:hidden">
          <Composer steps={0} />
        </div>
        <PageError title={texts.theDashboardCouldNotBeLoaded} error={error} onRetry={() => void refetch()}>
          <ButtonLink to="/jobs">{texts.openJobs}</ButtonLink>
        </PageError>
      </DashboardFrame>
    )
  }
  if (!data) return <DashboardPending />
  if (isFirstVisit(data) && uploads === 0) {
    return (
      <DashboardFrame rail={<FirstSteps dashboard={data} />}>
        <AccessRequests />
        <FirstVisit dashboard={data} Picture={Picture} />
      </DashboardFrame>
    )
  }
  const part = { failures: data.Failures, onRetry: () => void refetch() }
  return (
    <DashboardFrame
      rail={
        <Suspense fallback={<section className="min-h-[194px]" />}>
          <DashboardRail dashboard={data} {...part} />
        </Suspense>
      }
    >
      <h1 className="sr-only">{texts.dashboard}</h1>
      <div className="phone:hidden">
        <Composer steps={data.ProcessingSteps} />
        <NewData files={data.uploads} />
        <RunAgain jobs={data.recent} />
      </div>
      <Part title={texts.needsYou} of={['StoppedJob', 'OldDraft']} {...part}>
        <NeedsYou groups={data.StoppedGroups} jobs={data.needsYou} total={data.StoppedJobs + data.OldDrafts} />
      </Part>
      <Part title={texts.runningNow} of={['ProcessingJob', 'PendingJob']} {...part}>
        <RunningNow jobs={data.moving} counts={data.StateCounts} />
      </Part>
      <Part title={texts.latestResults} of={['LatestResult']} {...part}>
        <LatestResults results={data.results} Picture={Picture} />
      </Part>
    </DashboardFrame>
  )
}

/**
 * Returns whether there are no jobs except those of one run of the sample. False if the server could not read a part of
 * the dashboard.
 */
function isFirstVisit({ TotalJobs, sample, Failures }: Dashboard): boolean {
  return !Failures && TotalJobs === sample.length
}
