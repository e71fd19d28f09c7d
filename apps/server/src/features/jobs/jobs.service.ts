import type { JobAction } from '@millrace/contracts/jobs'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Deps } from '#deps.ts'
import { requireCopyTo, requireStorageFor } from '#features/owners/owners.service.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { invalid, notFound } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import { copyJob } from './copy-job.service.ts'
import { createSweep, type VariablesOf } from './create-sweep.service.ts'
import { isReadable } from './data-missing.service.ts'
import { deleteJob, deleteWithResults } from './delete-jobs.service.ts'
import { requireAvailable, runAction } from './job-actions.service.ts'
import { endJob } from './job-ends.service.ts'
import { jobsAhead } from './job-facts.store.ts'
import { runOf, runsOf } from './job-runs.store.ts'
import * as setup from './job-setup.service.ts'
import * as slots from './job-slots.store.ts'
import { stepOfJob } from './job-steps.store.ts'
import { type JobView, viewsOf } from './job-view.ts'
import { authorName, type RapidSetup, type SweepSetup } from './jobs.rules.ts'
import * as store from './jobs.store.ts'
import { createSetUp } from './rapid-setup.service.ts'
import { type StartExecution, startReady } from './start-ready.service.ts'
import { showResults } from './trials.service.ts'

export type JobService = ReturnType<typeof jobService>

/** Actions of users on jobs. A state change and its queue message share one transaction. */
export function jobService(
  deps: Pick<Deps, 'db' | 'log' | 'storage' | 'newId' | 'reach'> & {
    startExecution: StartExecution
    variablesOf: VariablesOf
  },
) {
  const { db, reach } = deps

  const act = <Read>(
    actor: Actor,
    id: string,
    action: JobAction | 'FillSlot',
    work: Parameters<typeof runAction<Read>>[3],
    read?: (tx: Tx, id: string) => Promise<Read>,
  ) => runAction(deps, actor, { id, action, read }, work)

  return {
    get: (actor: Actor, id: string): Promise<JobView> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const row = await store.find(tx, reach, id)
        const [view] = row ? await viewsOf(tx, actor, [row]) : []
        if (view?.job.state === 'Pending') view.jobsAhead = await jobsAhead(tx, id)
        if (view) view.run = await runOf(tx, view.job)
        return view
      }),

    runs: (actor: Actor, id: string): Promise<JobView[]> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const row = await store.find(tx, reach, id)
        return row && viewsOf(tx, actor, await runsOf(tx, row))
      }),

    history: (actor: Actor, id: string) =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        return (await store.find(tx, reach, id)) && store.history(tx, id)
      }),

    create: (
      actor: Actor,
      draft: { name: string; parentId?: string; againOf?: string; isTrial?: boolean },
      recordCreated?: RecordCreated,
    ): Promise<string> =>
      asActor(db, actor, async (tx) => {
        const { id } = await setup.createJob(tx, actor, { id: deps.newId(), ...draft })
        await recordCreated?.(tx, id)
        await reach('job.create')
        return id
      }),

    /** Creates a job with its tags, step, parameters and inputs in one transaction, and starts it if `Start` is set. */
    rapidSetup: (actor: Actor, input: RapidSetup, recordCreated?: RecordCreated): Promise<string> =>
      asActor(db, actor, async (tx) => {
        const row = await createSetUp(tx, actor, deps.newId(), { ...input, start: input.Start === true })
        if (input.Start) await startReady(tx, deps.startExecution, row)
        await recordCreated?.(tx, row.id)
        return row.id
      }),

    /** Creates and starts either all jobs of a sweep or none. Returns the id of the sweep. */
    sweep: (actor: Actor, input: SweepSetup, recordCreated?: RecordCreated): Promise<string> =>
      asActor(db, actor, async (tx) => {
        const id = await createSweep(tx, deps, actor, input)
        await recordCreated?.(tx, id)
        return id
      }),

    rename: (actor: Actor, id: string, name: string) =>
      act(actor, id, 'Rename', (tx) => store.update(tx, id, { name })),

    editTags: (actor: Actor, id: string, tags: string[]) =>
      act(actor, id, 'EditTags', async (tx, job) => {
        const next = normalTags(tags)
        await store.update(tx, id, { tags: next })
        const tagged = await store.tagResults(tx, id, {
          added: without(next, job.tags),
          removed: without(job.tags, next),
        })
        for (const result of tagged)
          tx.changed({ type: 'WorkData', event: 'Changed', id: result, ownerId: job.ownerId })
        await requireStorageFor(tx, job.ownerId, tags)
      }),

    setHidden: (actor: Actor, id: string, hidden: boolean) =>
      act(actor, id, hidden ? 'Hide' : 'UnHide', async (tx, job) => {
        await store.update(tx, id, { hidden })
        if (job.isTrial) await showResults(tx, job, !hidden)
      }),

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
        await requireReadable(tx, job, slot)
        await reach('job.select_input')
      }),

    clearSlot: (actor: Actor, id: string, slot: number) =>
      act(actor, id, 'FillSlot', (tx, job) => setup.clearSlot(tx, job, slot)),

    start: (actor: Actor, id: string) =>
      act(
        actor,
        id,
        'StartProcessing',
        async (tx, job, step) => {
          await setup.requireAllowedStepOf(tx, actor, job)
          if (job.executor === 'engine') await deps.startExecution(tx, job)
          else await setup.start(tx, job, step)
          await reach('job.start')
        },
        stepOfJob,
      ),

    cancel: (actor: Actor, id: string) =>
      act(actor, id, 'CancelProcessing', async (tx, job) => {
        const reason = `Canceled by ${authorName(actor.name, actor.impersonator?.name)}.`
        await endJob(tx, job, { state: 'Canceled', reason, error: null })
        if (job.executor === 'engine') await reach('workflow.cancel_propagation')
      }),

    fail: (actor: Actor, id: string, message: string) =>
      act(actor, id, 'SetJobToErrorState', (tx, job) =>
        endJob(tx, job, { state: 'Error', reason: message, error: message }),
      ),

    /** Creates a draft for one of the user's organizations, with the setup of the user's own job. */
    copyToOrg: (actor: Actor, id: string, ownerId: string, recordCreated?: RecordCreated): Promise<string> =>
      asSystem(
        db,
        async (tx) => {
          const job = await store.lock(tx, actor.scope, id)
          if (!job) throw notFound()
          await requireAvailable(tx, actor, job, 'CopyToOrg')
          await requireCopyTo(tx, actor, ownerId)
          const copy = await copyJob(tx, deps, actor, { job, ownerId })
          await recordCreated?.(tx, copy)
          return copy
        },
        actor.userPublicId,
      ),

    delete: (actor: Actor, id: string) => act(actor, id, 'Delete', deleteJob),

    deleteWithOutputs: (actor: Actor, id: string) => act(actor, id, 'DeleteWithOutputData', deleteWithResults),
  }

  async function requireReadable(tx: Tx, job: store.JobRow, slot: number): Promise<void> {
    const chosen = (await slots.inputsOf(tx, [job.id])).filter((item) => item.slot === slot)
    for (const { item, data } of chosen) {
      if (await isReadable(deps.storage, data)) continue
      const message = `The stored file of ${data.name} is missing. Choose other data, or ask an administrator to restore it from a backup.`
      throw invalid([{ pointer: `/WorkDataUrls/${item}`, message }])
    }
  }
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text))
}
