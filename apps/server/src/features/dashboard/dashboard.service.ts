import type { DashboardPart } from '@millrace/contracts/dashboard'
import type { JobFilter } from '@millrace/contracts/jobs'
import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataFilter } from '@millrace/contracts/work-data'
import { isUnavailable } from '@millrace/db/faults'
import type { PageRequest } from '@millrace/db/keyset'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import type { Counted, JobQueryService } from '../jobs/job-queries.service.ts'
import type { StepQueryService } from '../processing-steps/step-queries.service.ts'
import type { WorkDataQueryService } from '../work-data/work-data-queries.service.ts'
import { firstOfEachName, mostInformative } from './most-informative.rules.ts'

interface Services {
  now: Deps['now']
  jobs: JobQueryService
  workData: WorkDataQueryService
  steps: StepQueryService
}

export type DashboardService = ReturnType<typeof dashboardService>
export type Dashboard = Awaited<ReturnType<DashboardService['read']>>

const SHOWN_JOBS = 5
const SHOWN_RESULTS = 4
/** More results are read than shown, because only one per job and one per name is shown. */
const RESULTS_READ = 24
const WEEK_MS = 7 * 24 * 3_600_000

const NEWEST_FIRST = { PropertyName: 'CreatedAt', SortType: 'Descending' } as const
const WITHOUT_TAGS = { IncludeRemainingTags: false }

/** Jobs that need attention. Sub-jobs are left out, because users handle them on the page of their execution. */
const NEEDS_YOU: JobFilter = { NeedsYou: true, IsSubJob: false }
/**
 * Jobs that stopped and need attention, except jobs in groups. A workflow that waits for data is in the state
 * Processing.
 */
const STOPPED: JobFilter = { ...NEEDS_YOU, Ungrouped: true, States: ['Error', 'DataMissing', 'Processing'] }

/** Reads everything that the dashboard shows, so that clients fetch one document. */
export function dashboardService({ jobs, workData, steps, now }: Services) {
  const findJobs = (actor: Actor, Filter: JobFilter, size: number, counted: Counted = 'total') =>
    jobs.list(actor, { ...WITHOUT_TAGS, SortBy: NEWEST_FIRST, Filter }, firstPage(size), counted)
  const findWorkData = (actor: Actor, IsKind: WorkDataFilter['IsKind'], size: number, withoutMediaType?: string) =>
    workData.list(
      actor,
      { ...WITHOUT_TAGS, SortBy: NEWEST_FIRST, Filter: { IsKind } },
      firstPage(size),
      withoutMediaType,
    )
  // Workflow definitions are left out, because workflows are started on their own pages.
  const latestUploads = (actor: Actor) => findWorkData(actor, 'ClientUpload', 4, MEDIA.workflowDefinition)
  const latestResults = async (actor: Actor) => {
    const results = await findWorkData(actor, 'ProcessingArtefact', RESULTS_READ)
    return { ...results, rows: firstOfEachName(mostInformative(results.rows)).slice(0, SHOWN_RESULTS) }
  }

  return {
    /**
     * Reads the parts one after the other, so that one request does not occupy all connections of the pool. A part that
     * cannot be read is `undefined` and is listed in `failures`. Throws if no part can be read.
     */
    async read(actor: Actor, timeZone: string) {
      const { failures, part } = partReader()
      const days = await part('Days', () => jobs.lastDays(actor, timeZone))
      const today = days?.at(-1)?.start ?? now()
      const CreatedAfter = new Date(today.getTime() - WEEK_MS).toISOString()
      const found = {
        days,
        processing: await part('ProcessingJob', () => findJobs(actor, { State: 'Processing' }, SHOWN_JOBS, 'tabs')),
        results: await part('LatestResult', () => latestResults(actor)),
        pending: await part('PendingJob', () => findJobs(actor, { State: 'Pending' }, SHOWN_JOBS)),
        stopped: await part('StoppedJob', () => findJobs(actor, { ...STOPPED, CreatedAfter }, SHOWN_JOBS)),
        drafts: await part('OldDraft', () => findJobs(actor, { ...NEEDS_YOU, State: 'Created' }, SHOWN_JOBS)),
        completed: await part('CompletedJob', () => findJobs(actor, { State: 'Completed', IsSubJob: false }, 12)),
        sample: await part('SampleJob', () => findJobs(actor, { TagsByAnd: ['sample'] }, 3)),
        uploads: await part('LatestUpload', () => latestUploads(actor)),
        workers: await part('ConnectedWorkers', () => steps.connectedWorkers(actor)),
        steps: await part('ProcessingSteps', () => steps.countFunctions(actor)),
      }
      const [first] = failures
      if (first && Object.values(found).every((one) => one === undefined)) throw first.error
      return { ...found, failures }
    },
  }
}

/**
 * Returns a function that reads a part, and the list of failures. The function adds an error to the list, but throws an
 * error that would affect every part, such as an unavailable database.
 */
function partReader() {
  const failures: { part: DashboardPart; error: unknown }[] = []
  const part = async <T>(name: DashboardPart, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (isUnavailable(error) || (error instanceof Problem && error.code !== 'query-too-slow')) throw error
      failures.push({ part: name, error })
      return undefined
    }
  }
  return { failures, part }
}

function firstPage(limit: number): PageRequest {
  return { limit, offset: 0 }
}
