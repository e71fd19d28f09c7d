import { isInProgress } from '@millrace/contracts/job-states'
import type { JobAction } from '@millrace/contracts/jobs'
import type { Fault } from '@millrace/contracts/problems'
import { asActor, asSystem, NeedsPreparation, type Tx } from '@millrace/db/act'
import { type JsonSchema, prepareSchema } from '@millrace/parameters/json-schema'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Deps } from '#deps.ts'
import { requireCopyTo, requireStorageFor } from '#features/owners/owners.service.ts'
import { selectableStep } from '#features/processing-steps/select-step.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import type { WorkDataFound } from '#features/work-data/work-data.rules.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { idFromHref } from '#links.ts'
import { invalid, notFound, Problem } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import { removeResults, removeUnusedFiles, resultsOfJobs, whyNotDeletable } from '../work-data/remove-files.service.ts'
import { copyJob } from './copy-job.service.ts'
import { isReadable } from './data-missing.service.ts'
import { endJob } from './job-ends.service.ts'
import { jobsAhead } from './job-facts.store.ts'
import { releaseDependents } from './job-feeds.service.ts'
import { runOf, runsOf } from './job-runs.store.ts'
import * as setup from './job-setup.service.ts'
import * as slots from './job-slots.store.ts'
import { stepOfJob } from './job-steps.store.ts'
import { factsFor, type JobView, viewsOf } from './job-view.ts'
import {
  authorName,
  isAvailable,
  isOpen,
  type JobFacts,
  mayFillSlots,
  type RapidSetup,
  type SweepSetup,
} from './jobs.rules.ts'
import * as store from './jobs.store.ts'
import { createSetUp } from './rapid-setup.service.ts'
import { cellsOf, definitionOf, faultsOfCell, refusedSweep, sweptFiles, sweptNames } from './sweeps.rules.ts'
import { showResults } from './trials.service.ts'

export type JobService = ReturnType<typeof jobService>

/** Starts a job that the workflow engine runs. */
type StartExecution = (tx: Tx, job: store.JobRow, reuse?: Reuse) => Promise<unknown>

/** Returns the schema of a workflow's variables. */
type VariablesOf = (definition: WorkDataFound, names: readonly string[]) => Promise<JsonSchema>

/** Whether a workflow reuses finished runs. Jobs that run on workers never do. */
interface Reuse {
  reuses: boolean
  verifies: boolean
  /** The parameters of all jobs of the sweep. */
  cells?: readonly unknown[]
}

/** Actions of users on jobs. A state change and its queue message share one transaction. */
export function jobService(
  deps: Pick<Deps, 'db' | 'log' | 'storage' | 'newId' | 'reach'> & {
    startExecution: StartExecution
    variablesOf: VariablesOf
  },
) {
  const { db, reach } = deps

  /** Locks the job and runs an available action on it. `read` is sent with the lock, to save a round trip. */
  async function act<Read>(
    actor: Actor,
    id: string,
    action: JobAction | 'FillSlot',
    work: (tx: Tx, job: store.JobRow, found: Read | undefined) => Promise<unknown>,
    read?: (tx: Tx, id: string) => Promise<Read>,
  ): Promise<void> {
    await reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
      const [row, found] = await Promise.all([store.lock(tx, reach, id), read?.(tx, id)])
      if (!row) return undefined
      await requireAvailable(tx, actor, row, action)
      await work(tx, row, found)
      tx.changed({ type: 'Job', event: isDeletion(action) ? 'Deleted' : 'Changed', id, ownerId: row.ownerId })
      return row
    })
  }

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

    /** Creates a job, sets its tags, step, parameters and inputs, and starts it, all in one transaction. */
    rapidSetup: (actor: Actor, input: RapidSetup, recordCreated?: RecordCreated): Promise<string> =>
      asActor(db, actor, async (tx) => {
        const row = await createSetUp(tx, actor, deps.newId(), { ...input, start: input.Start === true })
        if (input.Start) await startReady(tx, row)
        await recordCreated?.(tx, row.id)
        return row.id
      }),

    /** Creates and starts either all jobs of a sweep or none. Returns the id of the sweep. */
    sweep: (actor: Actor, input: SweepSetup, recordCreated?: RecordCreated): Promise<string> =>
      asActor(db, actor, async (tx) => {
        const id = input.SweepId ?? deps.newId()
        const step = await selectableStep(tx, actor, idFromHref(input.ProcessingStepUrl, 'ProcessingStep'))
        const isWorkflow = step.executor === 'engine'
        const definition = isWorkflow ? definitionOf(input) : undefined
        const files = await lockWorkData(tx, actor.ownerId, [...sweptFiles(input), ...(definition ? [definition] : [])])
        const workflow = definition && files.get(definition)
        const cells = cellsOf(input, id, {
          schema: workflow
            ? await deps.variablesOf(workflow, sweptNames(input))
            : prepareSchema(step.parameterSchema ?? {}),
          fileNames: new Map([...files].map(([file, { name }]) => [file, name])),
        })
        const reuse = { reuses: true, verifies: false, cells: cells.map((cell) => cell.Parameters) }
        const faults: Fault[] = []
        for (const [index, setUp] of cells.entries()) {
          await createSetUp(tx, actor, deps.newId(), { ...setUp, start: true })
            .catch((error) => preparedTogether(tx, actor, { cells, error }))
            .then((row) => startReady(tx, row, reuse))
            .catch((error) => faults.push(...faultsOfCell(error, index, { sweep: input, isWorkflow })))
        }
        if (faults.length > 0) throw refusedSweep(faults)
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

    delete: (actor: Actor, id: string) =>
      act(actor, id, 'Delete', async (tx, job) => {
        await requireNotReused(tx, [id])
        await releaseDependents(tx, [job], 'deleted')
        await store.remove(tx, id)
      }),

    deleteWithOutputs: (actor: Actor, id: string) =>
      act(actor, id, 'DeleteWithOutputData', async (tx, job) => {
        await releaseDependents(tx, [job], 'deleted')
        if (job.executor === 'engine') await removeExecution(tx, job)
        else {
          await requireNotReused(tx, [id])
          await removeResults(tx, job)
          await store.remove(tx, id)
        }
      }),
  }

  /** Prepares all cells together, because most need it if one does. The transaction is then restarted only once. */
  async function preparedTogether(
    tx: Tx,
    actor: Actor,
    { cells, error }: { cells: readonly RapidSetup[]; error: unknown },
  ): Promise<never> {
    const [first] = cells
    if (!(error instanceof NeedsPreparation && first)) throw error
    const stepId = idFromHref(first.ProcessingStepUrl, 'ProcessingStep')
    const parameters = cells.map((cell) => cell.Parameters)
    throw (await setup.preparationFor(tx, actor, { stepId, parameters })) ?? error
  }

  async function requireReadable(tx: Tx, job: store.JobRow, slot: number): Promise<void> {
    const chosen = (await slots.inputsOf(tx, [job.id])).filter((item) => item.slot === slot)
    for (const { item, data } of chosen) {
      if (await isReadable(deps.storage, data)) continue
      const message = `The stored file of ${data.name} is missing. Choose other data, or ask an administrator to restore it from a backup.`
      throw invalid([{ pointer: `/WorkDataUrls/${item}`, message }])
    }
  }

  /** Starts a workflow that has just been set up. Jobs for workers are already queued. */
  async function startReady(tx: Tx, job: store.JobRow, reuse?: Reuse): Promise<void> {
    if (job.state === 'Pending') return
    if (job.state !== 'ReadyForProcessing') throw notReady(await setup.whatIsMissing(tx, job))
    await deps.startExecution(tx, job, reuse)
  }
}

/** Deletes a workflow's job with all below and their results. Throws a Problem if any is in progress or in use. */
async function removeExecution(tx: Tx, { id, ownerId }: store.JobRow): Promise<void> {
  const tree = await store.lockTree(tx, id)
  const busy = tree.find(({ state }) => isInProgress(state))
  if (busy) throw new Problem('action-not-offered', `The sub-job ${busy.name} is still in progress. Cancel it first.`)
  const ids = tree.map((job) => job.id)
  await requireNotReused(tx, ids)
  const results = await resultsOfJobs(tx, ids)
  await store.removeAll(tx, ids)
  await removeUnusedFiles(tx, ownerId, results)
  for (const below of ids) tx.changed({ type: 'Job', event: 'Deleted', id: below, ownerId })
}

/** Throws a Problem if other executions reuse these jobs, because those executions show the results as their own. */
async function requireNotReused(tx: Tx, ids: string[]): Promise<void> {
  const name = await store.reusedBy(tx, ids)
  if (name === undefined) return
  throw new Problem('action-not-offered', `Results of this job are reused by “${name}”. Delete that execution first.`)
}

function isDeletion(action: JobAction | 'FillSlot'): boolean {
  return action === 'Delete' || action === 'DeleteWithOutputData'
}

async function requireAvailable(
  tx: Tx,
  actor: Actor,
  row: store.JobRow,
  action: JobAction | 'FillSlot',
): Promise<void> {
  const facts = await factsFor(action, tx, actor, row)
  if (action === 'FillSlot' ? mayFillSlots(facts) : isAvailable(facts, action)) return
  const name = action === 'FillSlot' ? 'Choosing data' : action
  const why =
    action === 'CopyToOrg' && !facts.isForeign
      ? `: ${whyNotCopyable(facts)}`
      : ` while the job is ${row.state}${await whyNot(tx, row, facts, action)}`
  throw new Problem('action-not-offered', `${name} is not available${why}`)
}

function whyNotCopyable({ isExecution, hasStep }: JobFacts): string {
  if (isExecution) return 'the job runs a workflow. Copy the workflow instead.'
  if (!hasStep) return 'the job has no processing step. Choose one first.'
  return 'you are not a member of an organization, or you are already working in one.'
}

async function whyNot(tx: Tx, job: store.JobRow, facts: JobFacts, action: JobAction | 'FillSlot'): Promise<string> {
  if (facts.isForeign) return ' and belongs to another owner.'
  if (action === 'StartProcessing' && facts.parentEnded)
    return '. Its parent job has ended. Create a separate job instead.'
  if (action === 'StartProcessing' && isOpen(job.state)) return `. ${await setup.whatIsMissing(tx, job)}`
  if (facts.inRunningWorkflow && (isDeletion(action) || action === 'SelectProcessing'))
    return ' and belongs to a workflow that is running.'
  if (isDeletion(action) && facts.hasSubJobs) return ' and has sub-jobs. Delete those first.'
  if (action === 'Delete' && facts.hasOutputs) return ' and has results. Delete those first.'
  if (action === 'DeleteWithOutputData' && facts.outputsUsed) return `. ${await whyNotDeletable(tx, job.id)}`
  if (action === 'ConfigureProcessing' && isOpen(job.state)) {
    return facts.hasStep ? ' and its step has no parameters.' : ' and has no processing step. Choose one first.'
  }
  return '.'
}

function notReady(why: string): Problem {
  return new Problem('invalid-parameters', `The job can’t start. ${why}`, { faults: [{ pointer: '', message: why }] })
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text))
}
