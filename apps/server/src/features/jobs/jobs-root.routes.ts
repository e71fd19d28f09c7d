import {
  AdminJobQueryParameters,
  CreateJobParameters,
  CreateSubJobParameters,
  JobQueryParameters,
  type JobQueryResultProperties,
} from '@millrace/contracts/jobs'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import { SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenAction } from '@millrace/siren/document'
import { Hono } from 'hono'
import type { AppEnv, Viewer } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { jobsFound } from '#http/job-links.ts'
import { queryHref } from '#http/query-link.ts'
import { queryRoutes, resultHref } from '#http/query-routes.ts'
import { requireAdministrator } from '#http/session.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import { usedTagsDocument } from '../tags/used-tags.siren.ts'
import type { IdenticalJobService } from './identical-jobs.service.ts'
import { jobGroup } from './job-groups.siren.ts'
import type { JobQueryService } from './job-queries.service.ts'
import type { JobService } from './jobs.service.ts'
import { jobDocument } from './jobs.siren.ts'
import { readIdenticalJob, readRapidSetup, readSweep } from './rapid-setup.body.ts'

interface Services {
  jobs: JobService
  identical: IdenticalJobService
  queries: JobQueryService
  /** Actions that other features add to the root of jobs. */
  moreActions(viewer: Viewer): Promise<SirenAction[]>
}

/** HTTP routes for the root of jobs, for creating jobs and for job queries. Mounted at /api. */
export function jobsRoutes({ jobs, identical, queries, moreActions }: Services, deps: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/JobsRoot', async (c) => {
      const { origin, actor } = c.var
      const links = [
        link('self', href.jobsRoot(origin)),
        link('all', queryHref(resultHref(origin, 'JobQuery'), actor, {})),
        link('UsedTags', `${origin}/api/JobsRoot/UsedTags`),
        ...(actor.isAdmin ? [link('UsedTagsAdmin', `${origin}/api/JobsRoot/UsedTagsAdmin`)] : []),
      ]
      const actions = [...rootActions(origin), ...(await moreActions(c.var))]
      return siren(c, document('JobsRoot', { actions, links }))
    })
    .get('/JobsRoot/UsedTags', async (c) => {
      const self = `${c.var.origin}/api/JobsRoot/UsedTags`
      return siren(c, usedTagsDocument('JobUsedTags', self, await queries.usedTags(c.var.actor)))
    })
    .get('/JobsRoot/UsedTagsAdmin', requireAdministrator, async (c) => {
      const self = `${c.var.origin}/api/JobsRoot/UsedTagsAdmin`
      return siren(c, usedTagsDocument('JobUsedTagsAdmin', self, await queries.usedTagsOfAll(c.var.actor)))
    })
    .post('/Job/CreateJob', async (c) => {
      const input = await actionParameters(c, 'CreateJobParameters', CreateJobParameters)
      const { Name: name, AgainOfUrl, IsTrial: isTrial } = input
      const draft = {
        name,
        ...(AgainOfUrl && { againOf: idFromHref(AgainOfUrl, 'Job') }),
        ...(isTrial && { isTrial }),
      }
      const id = await idempotent(c, deps.db, input, (recordCreated) => jobs.create(c.var.actor, draft, recordCreated))
      return created(c, href.job(c.var.origin, id))
    })
    .post('/Job/CreateSubJob', async (c) => {
      const input = await actionParameters(c, 'CreateSubJobParameters', CreateSubJobParameters)
      const draft = { name: input.Name, parentId: idFromHref(input.ParentJobUrl, 'Job') }
      const id = await idempotent(c, deps.db, input, (recordCreated) => jobs.create(c.var.actor, draft, recordCreated))
      return created(c, href.job(c.var.origin, id))
    })
    .post('/Job/RapidSetup', async (c) => {
      const input = await readRapidSetup(c)
      const id = await idempotent(c, deps.db, input, (recordCreated) =>
        jobs.rapidSetup(c.var.actor, input, recordCreated),
      )
      return created(c, href.job(c.var.origin, id))
    })
    .post('/Job/StartSweep', async (c) => {
      const input = await readSweep(c)
      const id = await idempotent(c, deps.db, input, (recordCreated) => jobs.sweep(c.var.actor, input, recordCreated))
      return created(c, jobsFound(c.var, c.var.actor.ownerId, { TagsByAnd: [`${SWEEP_TAG}=${id}`] }))
    })
    .post('/Job/FindIdentical', async (c) => {
      const view = await identical.find(c.var.actor, await readIdenticalJob(c))
      const entities = view ? [jobDocument(c.var, view, ['item'])] : []
      const links = [link('self', `${c.var.origin}/api/Job/FindIdentical`)]
      return siren(c, document('IdenticalJob', { entities: entities as never[], links }))
    })
    .route('/', jobQueryRoutes(queries))
}

function jobQueryRoutes(queries: JobQueryService) {
  type Found = Awaited<ReturnType<JobQueryService['list']>>
  const shown = (
    viewer: Viewer,
    { ShortSlots }: JobQueryParameters,
    { views, total, last, tags, states, needsYou, partial, searched, groups }: Found,
  ) => ({
    total,
    last,
    tags,
    items: views.map((view) => jobDocument(viewer, view, ['item'], { shortSlots: ShortSlots === true })) as never[],
    more: {
      StateCounts: states,
      NeedsYouCount: needsYou,
      ...(partial.length > 0 && { PartialCounts: partial }),
      ...(searched !== undefined && { SearchedJobs: searched }),
      ...(groups && { Groups: groups.map((group) => jobGroup(viewer.origin, group)) }),
    } satisfies Omit<JobQueryResultProperties, keyof QueryResultProperties>,
  })
  return queryRoutes(
    'JobQuery',
    {
      type: 'JobQueryParameters',
      parameters: JobQueryParameters,
      result: 'JobQueryResult',
      check: queries.check,
      find: async (viewer, query, request) => shown(viewer, query, await queries.list(viewer.actor, query, request)),
    },
    {
      type: 'AdminJobQueryParameters',
      parameters: AdminJobQueryParameters,
      result: 'AdminJobQueryResult',
      check: queries.check,
      find: async (viewer, query, request) =>
        shown(viewer, query, await queries.listOfAll(viewer.actor, query, request)),
    },
  )
}

function rootActions(origin: string): SirenAction[] {
  const parameter = (type: string) => ({ type, schemaHref: href.schema(origin, type) })
  return [
    jsonAction('CreateJob', `${origin}/api/Job/CreateJob`, 'Create a job.', parameter('CreateJobParameters')),
    jsonAction(
      'CreateSubJob',
      `${origin}/api/Job/CreateSubJob`,
      'Create a sub-job of another job.',
      parameter('CreateSubJobParameters'),
    ),
    jsonAction(
      'RapidSetupJob',
      `${origin}/api/Job/RapidSetup`,
      'Create, set up and start a job in one request.',
      parameter('RapidJobSetupParameters'),
    ),
    jsonAction(
      'StartSweep',
      `${origin}/api/Job/StartSweep`,
      'Start one job for each set of parameter values.',
      parameter('StartSweepParameters'),
    ),
    jsonAction(
      'FindIdenticalJob',
      `${origin}/api/Job/FindIdentical`,
      'Find a completed job with the same step, parameters and inputs.',
      parameter('FindIdenticalJobParameters'),
    ),
    jsonAction('CreateJobQuery', `${origin}/api/JobQuery/CreateQuery`, 'Find jobs.', parameter('JobQueryParameters')),
  ]
}
