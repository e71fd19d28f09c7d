import type { DashboardProperties, DashboardRel } from '@millrace/contracts/dashboard'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { queryOptions } from '@tanstack/react-query'
import { entryPointQuery } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { embedded, hrefOf, readDocument, type SirenDocument } from '#lib/siren.ts'

export type JobDocument = SirenDocument<JobProperties>
export type WorkDataDocument = SirenDocument<WorkDataProperties>

/** Everything that the dashboard shows, from a single document. */
export interface Dashboard extends DashboardProperties {
  /** Jobs of the last week that failed or are missing data and were not rerun, followed by drafts older than a day. */
  needsYou: readonly JobDocument[]
  /** Running jobs, followed by queued ones. */
  moving: readonly JobDocument[]
  /** Completed jobs, from which similar ones can be started. */
  recent: readonly JobDocument[]
  /** The jobs of the latest run of the sample. */
  sample: readonly JobDocument[]
  /** The newest results: only the most informative one of each job. */
  results: readonly WorkDataDocument[]
  /** The newest uploaded files, except those of the sample. */
  uploads: readonly WorkDataDocument[]
}

/**
 * The query of the dashboard. Its key starts with that of jobs, so whatever refreshes views of jobs also refreshes the
 * dashboard.
 */
export const dashboardQuery = queryOptions({
  queryKey: ['jobs', 'dashboard'],
  queryFn: async ({ client, signal }) => {
    const href = hrefOf(await client.ensureQueryData(entryPointQuery), 'Dashboard')
    if (href === undefined) throw new Error('The entry point links to no dashboard.')
    const url = new URL(href)
    url.searchParams.set('TimeZone', Intl.DateTimeFormat().resolvedOptions().timeZone)
    return partsOf(await readDocument<DashboardProperties>(url.href, signal))
  },
  staleTime: STALE.jobs,
})

function partsOf(summary: SirenDocument<DashboardProperties>): Dashboard {
  const jobs = (rel: DashboardRel) => embedded<JobProperties>(summary, rel)
  const workData = (rel: DashboardRel) => embedded<WorkDataProperties>(summary, rel)
  return {
    ...summary.properties,
    needsYou: [...jobs('StoppedJob'), ...jobs('OldDraft')],
    moving: [...jobs('ProcessingJob'), ...jobs('PendingJob')],
    recent: jobs('CompletedJob'),
    sample: jobs('SampleJob'),
    results: workData('LatestResult'),
    uploads: workData('LatestUpload').filter(({ properties }) => !properties.Tags.includes('sample')),
  }
}
