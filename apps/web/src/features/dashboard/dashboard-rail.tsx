import type { DashboardDay } from '@millrace/contracts/dashboard'
import { Part, type PartProps } from './dashboard-part.tsx'
import { StorageSection } from './storage-section.tsx'
import { WeekOfJobs } from './week-of-jobs.tsx'

interface DashboardRailProps extends Pick<PartProps, 'failures' | 'onRetry'> {
  days: readonly DashboardDay[]
}

/** The last week and the used storage. */
export function DashboardRail({ days, ...part }: DashboardRailProps) {
  return (
    <>
      <Part title="Last 7 days" of={['Days']} {...part}>
        <WeekOfJobs days={days} />
      </Part>
      <StorageSection />
    </>
  )
}
