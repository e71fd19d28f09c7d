import type { DashboardDay } from '@millrace/contracts/dashboard'
import { Part, type PartProps } from './dashboard-part.tsx'
import { StorageSection } from './storage-section.tsx'
import * as texts from './texts.ts'
import { WeekOfJobs } from './week-of-jobs.tsx'

interface DashboardRailProps extends Pick<PartProps, 'failures' | 'onRetry'> {
  days: readonly DashboardDay[]
}

/** The last week and the used storage. */
export function DashboardRail({ days, ...part }: DashboardRailProps) {
  return (
    <>
      <Part title={texts.last7Days} of={['Days']} {...part}>
        <WeekOfJobs days={days} />
      </Part>
      <StorageSection />
    </>
  )
}
