import { plainAction } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv, Viewer } from '#app-env.ts'
import { jobsFound } from '#http/job-links.ts'
import { created } from '#http/siren.ts'
import type { SampleService } from './sample.service.ts'

/** HTTP for the sample. The action is listed in the root of jobs. Mounted at /api. */
export function sampleRoutes(sample: SampleService) {
  return new Hono<AppEnv>().post('/JobsRoot/RunSample', async (c) => {
    const TagsByAnd = await sample.run(c.var.actor)
    return created(c, jobsFound(c.var, c.var.actor.ownerId, { TagsByAnd }))
  })
}

/** The action for the root of jobs, available once the sample's steps are registered. */
export function sampleActions(sample: SampleService) {
  return async ({ origin, actor }: Viewer) =>
    (await sample.isOffered(actor))
      ? [plainAction('RunSample', `${origin}/api/JobsRoot/RunSample`, 'Run three jobs on sample data.')]
      : []
}
