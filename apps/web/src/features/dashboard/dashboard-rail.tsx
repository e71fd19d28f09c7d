import { activityOf } from './activity.ts'
import { ActivitySection } from './activity-section.tsx'
import type { Dashboard } from './dashboard.queries.ts'
import { Part, type PartProps } from './dashboard-part.tsx'
import { StorageSection } from './storage-section.tsx'
import * as texts from './texts.ts'
import { WeekOfJobs } from './week-of-jobs.tsx'
import { WorkersSection } from './workers-section.tsx'

interface DashboardRailProps extends Pick<PartProps, 'failures' | 'onRetry'> {
  dashboard: Dashboard
}

/** The side column: the last week, recent activity, the workers, and the used storage. */
export function DashboardRail({ dashboard, ...part }: DashboardRailProps) {
  return (
    <>
      <Part title={texts.last7Days} of={['Days']} {...part}>
        <WeekOfJobs days={dashboard.Days} />
      </Part>
      <ActivitySection events={activityOf(dashboard)} />
      <Part title={texts.workers} of={['ConnectedWorkers']} {...part}>
        <WorkersSection connected={dashboard.ConnectedWorkers} />
      </Part>
      <StorageSection />
    </>
  )
}
