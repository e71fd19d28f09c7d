import { fitsSlot } from '@millrace/contracts/media-types'
import type { Fault } from '@millrace/contracts/problems'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import type { NeedsPreparation, Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import { requireStorageFor } from '#features/owners/owners.service.ts'
import { parameterFaults } from '#features/processing-steps/parameter-checks.service.ts'
import { requireAllowedStep, selectableStep } from '#features/processing-steps/select-step.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import type { WorkDataFound } from '#features/work-data/work-data.rules.ts'
import { preparationOf } from '#limiter/preparation-of.ts'
import { invalid, Problem } from '#problem.ts'
import { dataDeleted } from './data-missing.rules.ts'
import * as slots from './job-slots.store.ts'
import { type StepRow, stepsByIds } from './job-steps.store.ts'
import { openState, slotsAreFilled } from './jobs.rules.ts'
import * as store from './jobs.store.ts'

type Json = Record<string, unknown>

export async function createJob(
  tx: Tx,
  actor: Actor,
  draft: {
    id: string
    name: string
    parentId?: string
    /** The id of the job that the new job repeats. */
    againOf?: string
    tags?: string[]
    isTrial?: boolean
    outputsDeletable?: boolean
  },
): Promise<store.JobRow> {
  if (draft.parentId) await requireParent(tx, actor, draft.parentId)
  const againOf = draft.againOf ? await firstRunOf(tx, actor, draft.againOf) : null
  const row = await store.insert(tx, {
    ...draft,
    hidden: draft.isTrial === true,
    againOf,
    ownerId: actor.ownerId,
    createdBy: actor.userPublicId,
  })
  await requireStorageFor(tx, row.ownerId, row.tags)
  tx.changed({ type: 'Job', event: 'Created', id: row.id, ownerId: row.ownerId })
  return row
}

/** Returns the id of the job that was run first. Every repetition refers to that job, so one query finds them all. */
async function firstRunOf(tx: Tx, actor: Actor, id: string): Promise<string> {
  const earlier = await store.find(tx, actor.scope, id)
  if (!earlier) throw invalid([{ pointer: '/AgainOfUrl', message: 'Job not found.' }])
  return earlier.againOf ?? earlier.id
}

/** Throws a Problem if the parent is not found, has failed or was canceled. */
export async function requireParent(tx: Tx, actor: Actor, id: string): Promise<void> {
  const parent = await store.lockForShare(tx, actor.scope, id)
  if (!parent) throw invalid([{ pointer: '/ParentJobUrl', message: 'Job not found.' }])
  if (parent.state !== 'Canceled' && parent.state !== 'Error') return
  const how = parent.state === 'Canceled' ? 'was canceled' : 'failed'
  throw invalid([{ pointer: '/ParentJobUrl', message: `${parent.name} ${how} and accepts no more sub-jobs.` }])
}

/**
 * Selects the job's step. If the step changes, clears the inputs and parameters, which belong to the previous step's
 * slots and schema.
 */
export async function selectStep(tx: Tx, actor: Actor, job: store.JobRow, stepId: string): Promise<store.JobRow> {
  const step = await selectableStep(tx, actor, stepId)
  if (job.stepId === step.id) return updateOpenState(tx, job)
  await slots.clearAll(tx, job.id)
  await store.removeFeeds(tx, job.id)
  const change = { stepId: step.id, executor: step.executor, parameters: null, lostSlots: null }
  await store.update(tx, job.id, change)
  return updateOpenState(tx, { ...job, ...change })
}

/** Throws a Problem if the actor's API key is limited to some steps and the job's step is not one of them. */
export async function requireAllowedStepOf(tx: Tx, actor: Actor, job: store.JobRow): Promise<void> {
  if (!actor.steps?.length) return
  const step = await stepOf(tx, job)
  if (step) requireAllowedStep(actor, step.functionName)
}

/** Replaces the parameters. After merging with the step's defaults, they must match the step's schema. */
export async function configure(tx: Tx, job: store.JobRow, parameters: unknown): Promise<store.JobRow> {
  const changed = { ...job, parameters: matchingParameters(job.createdBy, await stepOf(tx, job), parameters) }
  await store.update(tx, job.id, { parameters: changed.parameters })
  await requireStorageFor(tx, job.ownerId, parameters)
  return job.state === 'DataMissing' ? changed : updateOpenState(tx, changed)
}

/** Returns the given parameters. Throws a Problem if the step has no schema or the parameters don't match it. */
export function matchingParameters(createdBy: string, step: StepRow | undefined, parameters: unknown): Json {
  if (!step?.parameterSchema) throw new Problem('action-not-offered', 'This step has no parameters.')
  if (parameters === null || typeof parameters !== 'object' || Array.isArray(parameters)) {
    throw invalid([{ pointer: '', message: 'Expected a JSON object.' }])
  }
  const faults = parameterFaults(createdBy, step.parameterSchema, step.defaultParameters, parameters as Json)
  if (faults.length > 0) throw invalid(faults)
  return parameters as Json
}

/** Returns the preparation that the parameters for a step need, if any. A preparation is a check in a thread. */
export async function preparationFor(
  tx: Tx,
  actor: Actor,
  { stepId, parameters }: { stepId: string; parameters: readonly unknown[] },
): Promise<NeedsPreparation | undefined> {
  const step = await selectableStep(tx, actor, stepId)
  return preparationOf(
    parameters,
    (given) => parameterFaults(actor.userPublicId, step.parameterSchema, step.defaultParameters, given as Json),
    (given) => JSON.stringify([step.parameterSchema, given]),
  )
}

/**
 * Puts matching work data of the owner into an input slot, and removes the slot's dependency on another job. Returns
 * the job in its new state. Throws a Problem if the slot or the data doesn't exist, or if they don't match.
 */
export async function fillSlot(tx: Tx, job: store.JobRow, slot: number, workDataIds: string[]): Promise<store.JobRow> {
  await lockMatchingData(tx, job.ownerId, (await stepOf(tx, job))?.inputSlots[slot], workDataIds)
  await slots.fill(tx, { ownerId: job.ownerId, jobId: job.id, slot }, workDataIds)
  await store.removeFeeds(tx, job.id, slot)
  return settleSlot(tx, job, slot)
}

/** Locks work data for a slot. Throws a Problem if the slot or the data doesn't exist, or if they don't match. */
export async function lockMatchingData(
  tx: Tx,
  ownerId: string,
  spec: DataSlotSpecification | undefined,
  workDataIds: string[],
): Promise<void> {
  if (!spec) throw new Problem('not-found', 'The job has no input slot with this number.')
  const found = await lockWorkData(tx, ownerId, workDataIds)
  workDataIds.forEach((id, index) => {
    const row = found.get(id)
    if (!row) throw invalid([{ pointer: `/WorkDataUrls/${index}`, message: 'Work data not found.' }])
    requireFit(spec, row, index)
  })
  requireCount(spec, workDataIds.length)
}

/** Empties an input slot. Throws `not-found` if the step has no such slot. Returns the job in its new state. */
export async function clearSlot(tx: Tx, job: store.JobRow, slot: number): Promise<store.JobRow> {
  if (!(await stepOf(tx, job))?.inputSlots[slot])
    throw new Problem('not-found', 'The job has no input slot with this number.')
  await slots.clear(tx, job.id, slot)
  return settleSlot(tx, job, slot)
}

/** Updates a job whose slot was filled or cleared. The job no longer waits for data for this slot. */
async function settleSlot(tx: Tx, job: store.JobRow, slot: number): Promise<store.JobRow> {
  if (!job.lostSlots) return updateOpenState(tx, job)
  const others = job.lostSlots.filter((lost) => lost !== slot)
  const change = { lostSlots: others.length > 0 ? others : null }
  await store.update(tx, job.id, change)
  return updateOpenState(tx, { ...job, ...change })
}

/** Makes a slot depend on another job's output. When the output fills the last empty slot, the dependent job starts. */
export async function waitForOutput(
  tx: Tx,
  job: store.JobRow,
  slot: number,
  from: { jobId: string; slot: number },
): Promise<void> {
  await store.update(tx, job.id, { startWhenFed: true })
  await store.addFeed(tx, { ownerId: job.ownerId, jobId: job.id, slot, fromJobId: from.jobId, fromSlot: from.slot })
}

/**
 * Queues a ready job. Throws a Problem if the step of another owner is no longer public, or if the parameters no longer
 * match the step's schema. The state and the queue message are committed together. The step's default parameters are
 * copied to the job, so that later changes to the defaults do not affect the job.
 */
export async function start(tx: Tx, job: store.JobRow, known?: StepRow): Promise<void> {
  const step = known && known.id === job.stepId ? known : await stepOf(tx, job)
  if (!step) throw new Error(`Job ${job.id} is ready without a step.`)
  if (!step.isPublic && step.ownerId !== job.ownerId) {
    throw new Problem('action-not-offered', `${step.functionName} is no longer public. Choose another step.`)
  }
  const [fault] = parameterFaults(job.createdBy, step.parameterSchema, step.defaultParameters, job.parameters)
  if (fault) throw new Problem('action-not-offered', `The job can’t start. ${parameterFault(fault)}`)
  const parameters = withDefaults(step, job.parameters)
  store.queue(tx, { id: job.id, stepId: step.id }, parameters)
  if (step.defaultParameters) await requireStorageFor(tx, job.ownerId, parameters)
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
}

/** Returns the parameters with which a job of a step starts. */
export function withDefaults({ defaultParameters }: StepRow, parameters: Json | null): Json | null {
  return defaultParameters ? { ...defaultParameters, ...parameters } : parameters
}

/**
 * Updates the state of an open job according to its step, parameters and inputs, and announces the change. A job that
 * lost data from slots waits until each of these slots has been filled or cleared.
 */
export async function updateOpenState(tx: Tx, job: store.JobRow): Promise<store.JobRow> {
  const step = await stepOf(tx, job)
  const lost = step?.inputSlots[job.lostSlots?.[0] ?? -1]
  const state = lost ? 'DataMissing' : openState(job.state, await isComplete(tx, job, step))
  const change = { state, error: lost ? dataDeleted(lost.Name) : state === 'DataMissing' ? job.error : null }
  if (state !== job.state || change.error !== job.error) await store.update(tx, job.id, change)
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
  return { ...job, ...change }
}

/** Returns a sentence that says what the job still needs before it can start. Empty if it needs nothing. */
export async function whatIsMissing(tx: Tx, job: store.JobRow): Promise<string> {
  const step = await stepOf(tx, job)
  if (!step) return 'Choose a processing step first.'
  const counts = await slots.inputCounts(tx, job.id)
  const open = step.inputSlots.find((slot, index) => (counts.get(index) ?? 0) < slot.MinSlots)
  if (open) return `The data slot ${open.Name} is empty.`
  const [fault] = parameterFaults(job.createdBy, step.parameterSchema, step.defaultParameters, job.parameters)
  return fault ? parameterFault(fault) : ''
}

function parameterFault({ pointer, message }: Fault): string {
  return `Parameter ${pointer.slice(1)}: ${message}`
}

async function isComplete(tx: Tx, job: store.JobRow, step: StepRow | undefined): Promise<boolean> {
  return step !== undefined && isSetUp(job, step, await slots.inputCounts(tx, job.id))
}

/** Returns whether a job has all inputs and parameters that its step requires. */
export function isSetUp(
  { createdBy, parameters }: Pick<store.JobRow, 'createdBy' | 'parameters'>,
  { inputSlots, parameterSchema, defaultParameters }: StepRow,
  inputs: ReadonlyMap<number, number>,
): boolean {
  if (!slotsAreFilled(inputSlots, inputs)) return false
  return parameterFaults(createdBy, parameterSchema, defaultParameters, parameters).length === 0
}

async function stepOf(tx: Tx, job: store.JobRow): Promise<StepRow | undefined> {
  return job.stepId === null ? undefined : (await stepsByIds(tx, [job.stepId])).get(job.stepId)
}

function requireFit(spec: DataSlotSpecification, row: WorkDataFound, index: number): void {
  if (fitsSlot(row.mediaType, spec.MediaType)) return
  const message = `${row.name} is ${row.mediaType}, but the data slot ${spec.Name} accepts ${spec.MediaType}.`
  throw invalid([{ pointer: `/WorkDataUrls/${index}`, message }])
}

function requireCount(spec: DataSlotSpecification, count: number): void {
  if (spec.MaxSlots === null || count <= spec.MaxSlots) return
  const message = `The data slot ${spec.Name} accepts at most ${spec.MaxSlots === 1 ? 'one file' : `${spec.MaxSlots} files`}, but ${count} were given.`
  throw invalid([{ pointer: '/WorkDataUrls', message }])
}
