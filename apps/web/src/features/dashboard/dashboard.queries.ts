import type { JobFilter, JobProperties, JobQueryParameters, JobQueryResultProperties } from '@millrace/contracts/jobs'
import type { ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataProperties, WorkDataQueryParameters } from '@millrace/contracts/work-data'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded, type SirenDocument } from '#lib/siren.ts'
import { dayStart } from './days.ts'
import { mostTelling } from './most-telling.ts'

export type JobDocument = SirenDocument<JobProperties>
export type WorkDataDocument = SirenDocument<WorkDataProperties>

export interface JobsFound {
  total: number
  jobs: readonly JobDocument[]
}

async function findJobs(client: QueryClient, filter: JobFilter, size: number, signal: AbortSignal): Promise<JobsFound> {
  const parameters: JobQueryParameters = {
    Pagination: { PageSize: size },
    SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
    Filter: filter,
    IncludeRemainingTags: false,
  }
  const root = await ensureRoot(client, 'JobsRoot')
  const page = await createQuery<JobQueryResultProperties>(root, 'CreateJobQuery', parameters, signal)
  return { total: page.properties.TotalEntities, jobs: embedded<JobProperties>(page, 'item') }
}

function jobsQuery(name: string, filter: () => JobFilter, size: number) {
  return queryOptions({
    queryKey: ['jobs', 'dashboard', name],
    queryFn: ({ client, signal }) => findJobs(client, filter(), size, signal),
    staleTime: STALE.jobs,
  })
}

/** Jobs of the last week that stopped for a reason somebody has to look at, and that nobody has run again. */
export const stoppedJobsQuery = jobsQuery(
  'stopped',
  () => ({ NeedsYou: true, States: ['Error', 'DataMissing'], CreatedAfter: dayStart(-7).toISOString() }),
  5,
)

/** Drafts nobody has touched since yesterday. */
export const oldDraftsQuery = jobsQuery('old-drafts', () => ({ NeedsYou: true, State: 'Created' }), 5)

/** What runs or waits for a worker. */
export const movingJobsQuery = jobsQuery('moving', () => ({ States: ['Processing', 'Pending'] }), 20)

/** The last finished jobs, to start one like them again. */
export const recentJobsQuery = jobsQuery('recent', () => ({ State: 'Completed', IsSubJob: false }), 12)

/** The jobs of the sample run, newest run first. */
export const sampleJobsQuery = jobsQuery('sample', () => ({ TagsByAnd: ['sample'] }), 3)

const LOOKED_AT = 24

/** The newest results, the most telling one of each job. */
export const latestResultsQuery = queryOptions({
  queryKey: ['work-data', 'dashboard', 'results'],
  queryFn: async ({ client, signal }): Promise<readonly WorkDataDocument[]> => {
    const parameters: WorkDataQueryParameters = {
      Pagination: { PageSize: LOOKED_AT },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { IsKind: 'ProcessingArtefact' },
      IncludeRemainingTags: false,
    }
    const root = await ensureRoot(client, 'WorkDataRoot')
    const page = await createQuery<QueryResultProperties>(root, 'CreateWorkDataQuery', parameters, signal)
    return mostTelling(embedded<WorkDataProperties>(page, 'item')).slice(0, 4)
  },
  staleTime: STALE.workData,
})

/** How many steps there are to choose from. */
export const stepCountQuery = queryOptions({
  queryKey: ['processing-steps', 'count'],
  queryFn: async ({ client, signal }) => {
    const parameters: ProcessingStepQueryParameters = { Pagination: { PageSize: 1 }, IncludeRemainingTags: false }
    const root = await ensureRoot(client, 'ProcessingStepsRoot')
    const page = await createQuery<QueryResultProperties>(root, 'CreateProcessingStepQuery', parameters, signal)
    return page.properties.TotalEntities
  },
  staleTime: STALE.processingSteps,
})

export interface DayOfJobs {
  start: Date
  total: number
  completed: number
  failed: number
}

/** Jobs made on one day by how they stand now. Past days hardly change, so only today follows the event stream. */
export function dayOfJobsQuery(daysAgo: number) {
  const start = dayStart(-daysAgo)
  return queryOptions({
    queryKey: [daysAgo === 0 ? 'jobs' : 'past-jobs', 'day', start.toISOString()],
    queryFn: async ({ client, signal }): Promise<DayOfJobs> => {
      const parameters: JobQueryParameters = {
        Pagination: { PageSize: 1 },
        Filter: { CreatedAfter: start.toISOString(), CreatedBefore: dayStart(1 - daysAgo).toISOString() },
        IncludeRemainingTags: false,
      }
      const root = await ensureRoot(client, 'JobsRoot')
      const { properties } = await createQuery<JobQueryResultProperties>(root, 'CreateJobQuery', parameters, signal)
      const { Completed = 0, Error: failed = 0 } = properties.StateCounts
      return { start, total: properties.TotalEntities, completed: Completed, failed }
    },
    staleTime: daysAgo === 0 ? STALE.jobs : 600_000,
  })
}

async function findUploads(client: QueryClient, size: number, signal: AbortSignal) {
  const parameters: WorkDataQueryParameters = {
    Pagination: { PageSize: size },
    SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
    Filter: { IsKind: 'ClientUpload' },
    IncludeRemainingTags: false,
  }
  const root = await ensureRoot(client, 'WorkDataRoot')
  return createQuery<QueryResultProperties>(root, 'CreateWorkDataQuery', parameters, signal)
}

/** The newest files that people of this account have uploaded, but for those of the sample. */
export const newDataQuery = queryOptions({
  queryKey: ['work-data', 'dashboard', 'new'],
  queryFn: async ({ client, signal }) => {
    const files = embedded<WorkDataProperties>(await findUploads(client, 4, signal), 'item')
    return files.filter(({ properties }) => !properties.Tags.includes('sample')).slice(0, 3)
  },
  staleTime: STALE.workData,
})

/** How many files people of this account have uploaded. */
export const uploadCountQuery = queryOptions({
  queryKey: ['work-data', 'dashboard', 'uploads'],
  queryFn: async ({ client, signal }) => (await findUploads(client, 1, signal)).properties.TotalEntities,
  staleTime: STALE.workData,
})
