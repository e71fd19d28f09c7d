import {
  CopyJobToOrgParameters,
  type JobHistoryEvent,
  RenameJobParameters,
  SelectProcessingParameters,
  SelectWorkDataCollectionForDataSlotParameters,
  SelectWorkDataForDataSlotParameters,
  SetJobErrorStateParameters,
  SetJobTagsParameters,
} from '@millrace/contracts/jobs'
import { withoutNull } from '@millrace/parameters/without-null'
import { document, link } from '@millrace/siren/build'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { readJson } from '#http/json-body.ts'
import { isPythonClient } from '#http/python-client.ts'
import { created, done, siren } from '#http/siren.ts'
import { actionParameters, pathId, unwrapped } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import { notFound, withPointers } from '#problem.ts'
import { metricsOf } from './job-metrics.rules.ts'
import { authorName } from './jobs.rules.ts'
import type { JobService } from './jobs.service.ts'
import { jobDocument } from './jobs.siren.ts'

/** HTTP routes for a single job. Mounted at /api. */
export function jobRoutes(
  jobs: JobService,
  deps: Pick<Deps, 'db'> & { streams: { repeat(ownerId: string, jobId: string): void } },
) {
  return new Hono<AppEnv>()
    .get('/Job/:id', async (c) => {
      const view = await jobs.get(c.var.actor, pathId(c))
      if (view.job.state === 'Error' && isPythonClient(c)) deps.streams.repeat(view.job.ownerId, view.job.id)
      return siren(c, jobDocument(c.var, view))
    })
    .get('/Job/:id/History', async (c) => {
      const id = pathId(c)
      const events = (await jobs.history(c.var.actor, id)).map(historyEvent)
      return siren(
        c,
        document('JobHistory', {
          properties: { Events: events },
          links: [link('self', `${href.job(c.var.origin, id)}/History`)],
        }),
      )
    })
    .get('/Job/:id/Runs', async (c) => {
      const runs = await jobs.runs(c.var.actor, pathId(c))
      return siren(
        c,
        document('JobRuns', {
          entities: runs.map((view) => jobDocument(c.var, view, ['item'])) as never[],
          links: [link('self', `${href.job(c.var.origin, pathId(c))}/Runs`)],
        }),
      )
    })
    .get('/Job/:id/Metrics', async (c) => {
      const id = pathId(c)
      const properties = metricsOf(await jobs.get(c.var.actor, id), await jobs.history(c.var.actor, id))
      const self = `${href.job(c.var.origin, id)}/Metrics`
      return siren(c, document('metrics', { properties, links: [link('self', self)] }))
    })
    .get('/Job/:id/ParameterSchema', async (c) => {
      const { step } = await jobs.get(c.var.actor, pathId(c))
      if (!step?.parameterSchema) throw notFound()
      return c.body(JSON.stringify(withoutNull(step.parameterSchema)), 200, {
        'Content-Type': 'application/schema+json',
      })
    })
    .post('/Job/:id/Rename', async (c) => {
      const { NewName } = await actionParameters(c, 'RenameJobParameters', RenameJobParameters)
      await jobs.rename(c.var.actor, pathId(c), NewName)
      return done(c)
    })
    .post('/Job/:id/EditTags', async (c) => {
      const { Tags } = await actionParameters(c, 'SetJobTagsParameters', SetJobTagsParameters)
      await jobs.editTags(c.var.actor, pathId(c), Tags)
      return done(c)
    })
    .post('/Job/:id/SelectProcessing', async (c) => {
      const { ProcessingStepUrl } = await actionParameters(c, 'SelectProcessingParameters', SelectProcessingParameters)
      await jobs.selectProcessing(c.var.actor, pathId(c), idFromHref(ProcessingStepUrl, 'ProcessingStep'))
      return done(c)
    })
    .post('/Job/:id/ConfigureProcessing', async (c) => {
      await jobs.configure(c.var.actor, pathId(c), unwrapped(await readJson(c), 'Parameters'))
      return done(c)
    })
    .post('/Job/:id/InputDataSlot/:slot/SelectWorkData', async (c) => {
      const { WorkDataUrl } = await actionParameters(
        c,
        'SelectWorkDataForDataSlotParameters',
        SelectWorkDataForDataSlotParameters,
      )
      const ids = [idFromHref(WorkDataUrl, 'WorkData')]
      await jobs.fillSlot(c.var.actor, pathId(c), slotIndex(c), ids).catch((error: unknown) => {
        throw withPointers(error, () => '/WorkDataUrl')
      })
      return done(c)
    })
    .post('/Job/:id/InputDataSlot/:slot/SelectWorkDataCollection', async (c) => {
      const name = 'SelectWorkDataCollectionForDataSlotParameters'
      const { WorkDataUrls } = await actionParameters(c, name, SelectWorkDataCollectionForDataSlotParameters)
      const ids = WorkDataUrls.map((url) => idFromHref(url, 'WorkData'))
      await jobs.fillSlot(c.var.actor, pathId(c), slotIndex(c), ids)
      return done(c)
    })
    .post('/Job/:id/InputDataSlot/:slot/Clear', async (c) => {
      await jobs.clearSlot(c.var.actor, pathId(c), slotIndex(c))
      return done(c)
    })
    .post('/Job/:id/StartProcessing', async (c) => {
      await jobs.start(c.var.actor, pathId(c))
      return done(c)
    })
    .post('/Job/:id/CancelProcessing', async (c) => {
      await jobs.cancel(c.var.actor, pathId(c))
      return done(c)
    })
    .post('/Job/:id/SetJobToErrorState', async (c) => {
      const { Message } = await actionParameters(c, 'SetJobErrorStateParameters', SetJobErrorStateParameters)
      await jobs.fail(c.var.actor, pathId(c), Message)
      return done(c)
    })
    .post('/Job/:id/CopyToOrg', async (c) => {
      const input = await actionParameters(c, 'CopyJobToOrgParameters', CopyJobToOrgParameters)
      const id = await idempotent(c, deps.db, input, (recordCreated) =>
        jobs.copyToOrg(c.var.actor, pathId(c), input.OrgId, recordCreated),
      )
      return created(c, href.job(c.var.origin, id))
    })
    .post('/Job/:id/:action{Hide|UnHide}', async (c) => {
      await jobs.setHidden(c.var.actor, pathId(c), c.req.param('action') === 'Hide')
      return done(c)
    })
    .post('/Job/:id/:action{AllowOutputDataDeletion|DisallowOutputDataDeletion}', async (c) => {
      await jobs.allowOutputDeletion(c.var.actor, pathId(c), c.req.param('action') === 'AllowOutputDataDeletion')
      return done(c)
    })
    .on(['POST', 'DELETE'], ['/Job/:id/Delete', '/Job/:id/DeleteJob'], async (c) => {
      await jobs.delete(c.var.actor, pathId(c))
      return done(c)
    })
    .post('/Job/:id/DeleteWithOutputData', async (c) => {
      await jobs.deleteWithOutputs(c.var.actor, pathId(c))
      return done(c)
    })
}

function slotIndex(c: Context<AppEnv>): number {
  const text = c.req.param('slot') ?? ''
  if (!/^\d{1,3}$/.test(text)) throw notFound()
  return Number(text)
}

function historyEvent(event: Awaited<ReturnType<JobService['history']>>[number]): JobHistoryEvent {
  return {
    Seq: event.seq,
    Attempt: event.attempt,
    From: event.from as JobHistoryEvent['From'],
    To: event.to as JobHistoryEvent['To'],
    At: event.at.toISOString(),
    ActorName: authorName(event.actorName, event.impersonatorName),
    Reason: event.reason,
  }
}
