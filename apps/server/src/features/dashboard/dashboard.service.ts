import type { JobFilter } from '@millrace/contracts/jobs'
import type { WorkDataFilter } from '@millrace/contracts/work-data'
import type { PageRequest } from '@millrace/db/keyset'
import type { Actor } from '#access/actor.ts'
import type { Counted, JobQueryService } from '../jobs/job-queries.service.ts'
import type { StepQueryService } from '../processing-steps/step-queries.service.ts'
import type { WorkDataQueryService } from '../work-data/work-data-queries.service.ts'
import { mostInformative } from './most-informative.rules.ts'

interface Services {
  jobs: JobQueryService
  workData: WorkDataQueryService
  steps: StepQueryService
}

export type DashboardService = ReturnType<typeof dashboardService>
export type Dashboard = Awaited<ReturnType<DashboardService['read']>>

const SHOWN_JOBS = 5
const SHOWN_RESULTS = 4
/** More than are shown, because several results of one job are shown as one item. */
const RESULTS_READ = 24
const WEEK_MS = 7 * 24 * 3_600_000

const NEWEST_FIRST = { PropertyName: 'CreatedAt', SortType: 'Descending' } as const
const WITHOUT_TAGS = { IncludeRemainingTags: false }

/** A sub-job is repaired where it belongs, on its execution, and lists leave it out too. */
const NEEDS_YOU: JobFilter = { NeedsYou: true, IsSubJob: false }
const STOPPED: JobFilter = { ...NEEDS_YOU, Ungrouped: true, States: ['Error', 'DataMissing'] }

/** Reads everything that the dashboard shows, for one document instead of a query for each part. */
export function dashboardService({ jobs, workData, steps }: Services) {
  const findJobs = (actor: Actor, Filter: JobFilter, size: number, counted: Counted = 'total') =>
    jobs.list(actor, { ...WITHOUT_TAGS, SortBy: NEWEST_FIRST, Filter }, firstPage(size), counted)
  const findWorkData = (actor: Actor, IsKind: WorkDataFilter['IsKind'], size: number) =>
    workData.list(actor, { ...WITHOUT_TAGS, SortBy: NEWEST_FIRST, Filter: { IsKind } }, firstPage(size))

  return {
    /** Reads one part after the other, so that one request does not occupy all connections of the pool. */
    async read(actor: Actor, timeZone: string) {
      const days = await jobs.lastDays(actor, timeZone)
      const today = days.at(-1)?.start.getTime() ?? 0
      const CreatedAfter = new Date(today - WEEK_MS).toISOString()
      const processing = await findJobs(actor, { State: 'Processing' }, SHOWN_JOBS, 'tabs')
      const results = await findWorkData(actor, 'ProcessingArtefact', RESULTS_READ)
      return {
        days,
        processing,
        results: { ...results, rows: mostInformative(results.rows).slice(0, SHOWN_RESULTS) },
        pending: await findJobs(actor, { State: 'Pending' }, SHOWN_JOBS),
        stopped: await findJobs(actor, { ...STOPPED, CreatedAfter }, SHOWN_JOBS),
        drafts: await findJobs(actor, { ...NEEDS_YOU, State: 'Created' }, SHOWN_JOBS),
        completed: await findJobs(actor, { State: 'Completed', IsSubJob: false }, 12),
        sample: await findJobs(actor, { TagsByAnd: ['sample'] }, 3),
        uploads: await findWorkData(actor, 'ClientUpload', 4),
        steps: (await steps.list(actor, WITHOUT_TAGS, firstPage(1))).total,
      }
    },
  }
}

function firstPage(limit: number): PageRequest {
  return { limit, offset: 0 }
}
