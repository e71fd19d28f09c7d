import {
  CreateJobParameters,
  CreateSubJobParameters,
  JobQueryParameters,
  type JobQueryResultProperties,
  RapidJobSetupParameters,
} from '@millrace/contracts/jobs'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import type { SirenAction } from '@millrace/siren/document'
import { Hono } from 'hono'
import type { Actor, AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { once } from '#http/idempotency.ts'
import { href, idFromHref } from '#http/links.ts'
import { pageLinks, pageOf, queryHref, queryOf } from '#http/query-link.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, valid } from '#http/valid.ts'
import type { SampleService } from '../sample/sample.service.ts'
import type { JobService } from './jobs.service.ts'
import { jobDocument } from './jobs.siren.ts'

/** HTTP for jobs as a whole: the root, making jobs, and queries. Mounted at /api. */
export function jobsRoutes(jobs: JobService, sample: SampleService, deps: Pick<Deps, 'db'>) {
  const resultHref = (origin: string) => `${origin}/api/JobQuery/Query`
  return new Hono<AppEnv>()
    .get('/JobsRoot', async (c) => {
      const { origin, actor } = c.var
      const links = [link('self', href.jobsRoot(origin)), link('UsedTags', `${origin}/api/JobsRoot/UsedTags`)]
      return siren(c, document('JobsRoot', { actions: await rootActions(origin, actor, sample), links }))
    })
    .get('/JobsRoot/UsedTags', async (c) => {
      const Tags = await jobs.usedTags(c.var.actor)
      const self = `${c.var.origin}/api/JobsRoot/UsedTags`
      return siren(c, document('JobUsedTags', { properties: { Tags }, links: [link('self', self)] }))
    })
    .post('/JobsRoot/RunSample', async (c) => {
      const TagsByAnd = await sample.run(c.var.actor)
      return created(c, queryHref(resultHref(c.var.origin), { Filter: { TagsByAnd } }))
    })
    .post('/Job/CreateJob', async (c) => {
      const { Name } = await actionParameters(c, 'CreateJobParameters', CreateJobParameters)
      const id = await once(c, deps.db, { Name }, (remember) => jobs.create(c.var.actor, { name: Name }, remember))
      return created(c, href.job(c.var.origin, id))
    })
    .post('/Job/CreateSubJob', async (c) => {
      const wish = await actionParameters(c, 'CreateSubJobParameters', CreateSubJobParameters)
      const draft = { name: wish.Name, parentId: idFromHref(wish.ParentJobUrl, 'Job') }
      const id = await once(c, deps.db, wish, (remember) => jobs.create(c.var.actor, draft, remember))
      return created(c, href.job(c.var.origin, id))
    })
    .post('/Job/RapidSetup', async (c) => {
      const wish = await actionParameters(c, 'RapidJobSetupParameters', RapidJobSetupParameters)
      const id = await once(c, deps.db, wish, (remember) => jobs.rapidSetup(c.var.actor, wish, remember))
      return created(c, href.job(c.var.origin, id))
    })
    .post('/JobQuery/CreateQuery', async (c) => {
      const query = await actionParameters(c, 'JobQueryParameters', JobQueryParameters)
      return created(c, queryHref(resultHref(c.var.origin), query))
    })
    .get('/JobQuery/Query', async (c) => {
      const query = valid(JobQueryParameters, queryOf(c.req.query('q')))
      const { views, total, states, tags } = await jobs.list(c.var.actor, query)
      const properties: JobQueryResultProperties = {
        TotalEntities: total,
        CurrentEntitiesCount: views.length,
        PreviousEntitiesCount: Math.min(pageOf(query).offset, total),
        RemainingTags: tags,
        StateCounts: states,
      }
      return siren(
        c,
        document('JobQueryResult', {
          properties,
          entities: views.map((view) => jobDocument(c.var.origin, view, ['item'])) as never[],
          links: pageLinks(resultHref(c.var.origin), query, properties),
        }),
      )
    })
}

async function rootActions(origin: string, actor: Actor, sample: SampleService): Promise<SirenAction[]> {
  const parameter = (type: string) => ({ type, schemaHref: href.schema(origin, type) })
  const actions = [
    jsonAction('CreateJob', `${origin}/api/Job/CreateJob`, 'Create a job.', parameter('CreateJobParameters')),
    jsonAction(
      'CreateSubJob',
      `${origin}/api/Job/CreateSubJob`,
      'Create a job below another one.',
      parameter('CreateSubJobParameters'),
    ),
    jsonAction(
      'RapidSetupJob',
      `${origin}/api/Job/RapidSetup`,
      'Create, set up and start a job in one request.',
      parameter('RapidJobSetupParameters'),
    ),
    jsonAction('CreateJobQuery', `${origin}/api/JobQuery/CreateQuery`, 'Find jobs.', parameter('JobQueryParameters')),
  ]
  const runSample = plainAction('RunSample', `${origin}/api/JobsRoot/RunSample`, 'Run three jobs on sample data.')
  return (await sample.isOffered(actor)) ? [...actions, runSample] : actions
}
