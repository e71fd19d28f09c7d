import { RunExampleParameters } from '@millrace/contracts/processing-steps'
import { plainAction } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv, Viewer } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { jobsFound } from '#http/job-links.ts'
import { created } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href } from '#links.ts'
import type { ExampleService } from './example.service.ts'
import type { SampleService } from './sample.service.ts'
import { SAMPLE_TAG } from './sample-jobs.ts'

/** HTTP routes of the sample. The document `JobsRoot` lists the actions. Mounted at /api. */
export function sampleRoutes(sample: SampleService, { db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .post('/JobsRoot/RunSample', async (c) => {
      const runTag = await idempotent(c, db, {}, (recordCreated) => sample.run(c.var.actor, recordCreated))
      return created(c, jobsFound(c.var, c.var.actor.ownerId, { TagsByAnd: [SAMPLE_TAG, runTag] }))
    })
    .post('/JobsRoot/AddSampleData', async (c) => {
      const id = await idempotent(c, db, {}, (recordCreated) => sample.addData(c.var.actor, recordCreated))
      return created(c, href.workData(c.var.origin, id))
    })
}

/** HTTP route for running the examples of steps. The document of a step lists the action. Mounted at /api. */
export function exampleRoutes(examples: ExampleService, { db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>().post('/ProcessingStep/:id/RunExample', async (c) => {
    const input = await actionParameters(c, 'RunExampleParameters', RunExampleParameters)
    const id = await idempotent(c, db, input, (recordCreated) =>
      examples.run(c.var.actor, pathId(c), input.Example, recordCreated),
    )
    return created(c, href.job(c.var.origin, id))
  })
}

/** Returns the sample's actions, which `JobsRoot` lists. RunSample is listed once the sample's steps are registered. */
export function sampleActions(sample: SampleService) {
  return async ({ origin, actor }: Viewer) => {
    const action = (name: string, title: string) => plainAction(name, `${origin}/api/JobsRoot/${name}`, title)
    const add = action('AddSampleData', 'Add the sample data to your work data.')
    return (await sample.isAvailable(actor)) ? [action('RunSample', 'Run three jobs on sample data.'), add] : [add]
  }
}
