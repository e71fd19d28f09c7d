import type { JobAction, JobQueryParameters, RapidJobSetupParameters } from '@millrace/contracts/jobs'
import { asActor, type Tx } from '@millrace/db/act'
import type { Actor } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import type { Remember } from '#http/idempotency.ts'
import { idFromHref } from '#http/links.ts'
import { pageOf } from '#http/query-link.ts'
import { invalid } from '#http/valid.ts'
import { notFound, Problem } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import { releaseDependents } from './job-feeds.ts'
import * as lists from './job-list.store.ts'
import * as setup from './job-setup.ts'
import { type JobView, viewsOf } from './job-view.ts'
import { offers } from './jobs.rules.ts'
import * as store from './jobs.store.ts'
import { wakeQueuesOf } from './running-limit.store.ts'

export type JobService = ReturnType<typeof jobService>

/** The life of a job as people steer it. A state change and its queue entry share one transaction. */
export function jobService(deps: Pick<Deps, 'db' | 'queue' | 'newId' | 'reach'>) {
  const { db, queue, reach } = deps

  /** Runs an offered action on the locked job; what is not on offer now is refused, races included. */
  function act<T>(
    actor: Actor,
    id: string,
    action: JobAction | 'FillSlot',
    work: (tx: Tx, job: store.JobRow) => Promise<T>,
  ): Promise<T> {
    return asActor(db, actor, async (tx) => {
      const row = await store.lock(tx, actor.ownerId, id)
      if (!row) throw notFound()
      await requireOffer(tx, actor, row, action === 'FillSlot' ? 'SelectProcessing' : action, action)
      const result = await work(tx, row)
      tx.changed({ type: 'Job', event: action === 'Delete' ? 'Deleted' : 'Changed', id, ownerId: row.ownerId })
      return result
    })
  }

  return {
    get: (actor: Actor, id: string): Promise<JobView> =>
      asActor(db, actor, async (tx) => {
        const row = await store.find(tx, actor.ownerId, id)
        const [view] = row ? await viewsOf(tx, actor, [row]) : []
        if (!view) throw notFound()
        return view
      }),

    list: (actor: Actor, query: JobQueryParameters) =>
      asActor(db, actor, async (tx) => {
        const filter = conditionsOf(query)
        const { rows, total } = await lists.list(tx, actor.ownerId, filter, query.SortBy, pageOf(query))
        const states = await lists.countByState(tx, actor.ownerId, filter)
        const tags = query.IncludeRemainingTags === false ? null : await lists.tagsOf(tx, actor.ownerId, filter)
        return { views: await viewsOf(tx, actor, rows), total, states, tags }
      }),

    usedTags: (actor: Actor) => asActor(db, actor, (tx) => lists.tagsOf(tx, actor.ownerId, { ShowHidden: true })),

    history: (actor: Actor, id: string) =>
      asActor(db, actor, async (tx) => {
        if (!(await store.find(tx, actor.ownerId, id))) throw notFound()
        return store.history(tx, id)
      }),

    create: (actor: Actor, draft: { name: string; parentId?: string }, remember?: Remember): Promise<string> =>
      asActor(db, actor, async (tx) => {
        const { id } = await setup.createJob(tx, actor, { id: deps.newId(), ...draft })
        await remember?.(tx, id)
        await reach('job.create')
        return id
      }),

    /** Creates, tags, selects, configures, fills and starts in one transaction: all of it or nothing. */
    rapidSetup: (actor: Actor, wish: RapidJobSetupParameters, remember?: Remember): Promise<string> =>
      asActor(db, actor, async (tx) => {
        let row = await setup.createJob(tx, actor, {
          id: deps.newId(),
          name: wish.Name,
          tags: normalTags(wish.Tags ?? []),
          outputsDeletable: wish.AllowOutputDataDeletion ?? false,
          ...(wish.ParentJobUrl && { parentId: idFromHref(wish.ParentJobUrl, 'Job') }),
        })
        row = await setup.selectStep(tx, actor, row, idFromHref(wish.ProcessingStepUrl, 'ProcessingStep'))
        if (wish.Parameters) row = await setup.configure(tx, row, parametersOf(wish.Parameters))
        for (const [index, slot] of (wish.InputDataSlots ?? []).entries()) {
          const ids = (slot.WorkDataUrls ?? []).map((url) => idFromHref(url, 'WorkData'))
          row = await setup.fillSlot(tx, row, slot.Index ?? index, ids)
        }
        if (wish.Start) await startReady(tx, row)
        await remember?.(tx, row.id)
        return row.id
      }),

    rename: (actor: Actor, id: string, name: string) =>
      act(actor, id, 'Rename', (tx) => store.update(tx, id, { name })),

    editTags: (actor: Actor, id: string, tags: string[]) =>
      act(actor, id, 'EditTags', (tx) => store.update(tx, id, { tags: normalTags(tags) })),

    setHidden: (actor: Actor, id: string, hidden: boolean) =>
      act(actor, id, hidden ? 'Hide' : 'UnHide', (tx) => store.update(tx, id, { hidden })),

    allowOutputDeletion: (actor: Actor, id: string, allow: boolean) =>
      act(actor, id, allow ? 'AllowOutputDataDeletion' : 'DisallowOutputDataDeletion', async (tx) => {
        await store.update(tx, id, { outputsDeletable: allow })
        await store.markOutputs(tx, id, allow)
      }),

    selectProcessing: (actor: Actor, id: string, stepId: string) =>
      act(actor, id, 'SelectProcessing', async (tx, job) => {
        await setup.selectStep(tx, actor, job, stepId)
        await reach('job.select_step')
      }),

    configure: (actor: Actor, id: string, parameters: unknown) =>
      act(actor, id, 'ConfigureProcessing', async (tx, job) => {
        await setup.configure(tx, job, parameters)
        await reach('job.configure')
      }),

    fillSlot: (actor: Actor, id: string, slot: number, workDataIds: string[]) =>
      act(actor, id, 'FillSlot', async (tx, job) => {
        await setup.fillSlot(tx, job, slot, workDataIds)
        await reach('job.select_input')
      }),

    clearSlot: (actor: Actor, id: string, slot: number) =>
      act(actor, id, 'FillSlot', (tx, job) => setup.clearSlot(tx, job, slot)),

    start: (actor: Actor, id: string) =>
      act(actor, id, 'StartProcessing', async (tx, job) => {
        await setup.start(queue, tx, job)
        await reach('job.start')
      }),

    /** Cancels at once: the lease token is void, so nothing the worker still writes can become visible. */
    cancel: (actor: Actor, id: string) =>
      act(actor, id, 'CancelProcessing', async (tx, job) => {
        await tx.because(`Canceled by ${actor.name}.`)
        await store.end(tx, id, 'Canceled', null)
        await releaseDependents(tx, job, 'canceled')
        await wakeQueuesOf(tx, job.ownerId)
      }),

    fail: (actor: Actor, id: string, message: string) =>
      act(actor, id, 'SetJobToErrorState', async (tx, job) => {
        await tx.because(message)
        await store.end(tx, id, 'Error', message)
        await releaseDependents(tx, job, 'failed')
        await wakeQueuesOf(tx, job.ownerId)
      }),

    delete: (actor: Actor, id: string) => act(actor, id, 'Delete', (tx) => store.remove(tx, id)),
  }

  async function startReady(tx: Tx, job: store.JobRow): Promise<void> {
    if (job.state !== 'ReadyForProcessing') throw notReady(await setup.whatIsMissing(tx, job))
    await setup.start(queue, tx, job)
  }
}

async function requireOffer(tx: Tx, actor: Actor, row: store.JobRow, action: JobAction, said: string): Promise<void> {
  const [view] = await viewsOf(tx, actor, [row])
  if (view && offers(view.facts, action)) return
  if (action === 'StartProcessing' && (row.state === 'Created' || row.state === 'DataMissing')) {
    throw new Problem(
      'action-not-offered',
      `${action} is not available while the job is ${row.state}. ${await setup.whatIsMissing(tx, row)}`,
    )
  }
  const name = said === 'FillSlot' ? 'Choosing data' : action
  const why = action === 'Delete' && view?.facts.hasOutputs ? ' and has results. Delete those first' : ''
  throw new Problem('action-not-offered', `${name} is not available while the job is ${row.state}${why}.`)
}

function notReady(why: string): Problem {
  return new Problem('invalid-parameters', `The job cannot start. ${why}`, { faults: [{ pointer: '', message: why }] })
}

function parametersOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid([{ pointer: '/Parameters', message: `This is not JSON: ${(cause as Error).message}` }])
  }
}

function conditionsOf(query: JobQueryParameters): lists.JobConditions {
  const { WorkDataUrl, ProcessingStepUrl, ParentJobUrl, ...filter } = query.Filter ?? {}
  return {
    ...filter,
    ...(WorkDataUrl && { workDataId: idFromHref(WorkDataUrl, 'WorkData') }),
    ...(ProcessingStepUrl && { stepId: idFromHref(ProcessingStepUrl, 'ProcessingStep') }),
    ...(ParentJobUrl && { parentId: idFromHref(ParentJobUrl, 'Job') }),
  }
}
