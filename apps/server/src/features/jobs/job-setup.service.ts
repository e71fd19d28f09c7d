import { fitsSlot } from '@millrace/contracts/media-types'
import type { Fault } from '@millrace/contracts/problems'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import type { Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { Queue } from '@millrace/dispatch/boss'
import { enqueue } from '@millrace/dispatch/enqueue'
import type { Actor } from '#access/actor.ts'
import { configurationFaults, effectiveParameters } from '#features/processing-steps/parameters.rules.ts'
import { isConfigured } from '#features/processing-steps/steps.rules.ts'
import * as steps from '#features/processing-steps/steps.store.ts'
import * as workData from '#features/work-data/work-data.store.ts'
import { invalid, Problem } from '#problem.ts'
import * as slots from './job-slots.store.ts'
import { openState, slotsAreFilled } from './jobs.rules.ts'
import * as store from './jobs.store.ts'

type Json = Record<string, unknown>

/** Makes a draft. */
export async function createJob(
  tx: Tx,
  actor: Actor,
  draft: {
    id: string
    name: string
    parentId?: string
    /** A job that this one runs again. One that is gone does not keep it from running. */
    againOf?: string
    tags?: string[]
    outputsDeletable?: boolean
  },
): Promise<store.JobRow> {
  if (draft.parentId) await requireParent(tx, actor, draft.parentId)
  const earlier = draft.againOf && (await store.find(tx, actor.ownerId, draft.againOf))
  const againOf = earlier ? (earlier.againOf ?? earlier.id) : null
  const row = await store.insert(tx, { ...draft, againOf, ownerId: actor.ownerId, createdBy: actor.userPublicId })
  tx.changed({ type: 'Job', event: 'Created', id: row.id, ownerId: row.ownerId })
  return row
}

/** What hangs on a job ends with it, so one that did not end well takes no more. */
async function requireParent(tx: Tx, actor: Actor, id: string): Promise<void> {
  const parent = await store.keep(tx, actor.ownerId, id)
  if (!parent) throw invalid([{ pointer: '/ParentJobUrl', message: 'There is no such job.' }])
  if (parent.state !== 'Canceled' && parent.state !== 'Error') return
  const how = parent.state === 'Canceled' ? 'was canceled' : 'failed'
  throw invalid([{ pointer: '/ParentJobUrl', message: `${parent.name} ${how}: it takes no more sub-jobs.` }])
}

/** Sets the step. Inputs and parameters belong to a step's slots and schema, so another step starts without them. */
export async function selectStep(tx: Tx, actor: Actor, job: store.JobRow, stepId: string): Promise<store.JobRow> {
  const step = await steps.find(tx, actor, stepId)
  if (!step) throw invalid([{ pointer: '/ProcessingStepUrl', message: 'There is no such processing step.' }])
  if (!isConfigured(step)) {
    throw invalid([{ pointer: '/ProcessingStepUrl', message: 'This processing step has no manifest yet.' }])
  }
  if (job.stepId === step.id) return settle(tx, job)
  await slots.clearAll(tx, job.id)
  await store.removeFeeds(tx, job.id)
  const change = { stepId: step.id, parameters: null }
  await store.update(tx, job.id, change)
  return settle(tx, { ...job, ...change })
}

/** Sets the parameters, as a whole. They must fit the step's schema together with its defaults. */
export async function configure(tx: Tx, job: store.JobRow, parameters: unknown): Promise<store.JobRow> {
  const step = await stepOf(tx, job)
  if (!step?.parameterSchema) throw new Problem('action-not-offered', 'This step has no parameters.')
  if (parameters === null || typeof parameters !== 'object' || Array.isArray(parameters)) {
    throw invalid([{ pointer: '', message: 'The parameters are one JSON object.' }])
  }
  const faults = configurationFaults(step.parameterSchema, step.defaultParameters, parameters as Json)
  if (faults.length > 0) throw invalid(faults)
  const changed = { ...job, parameters: parameters as Json }
  await store.update(tx, job.id, { parameters: changed.parameters })
  return job.state === 'DataMissing' ? changed : settle(tx, changed)
}

/**
 * Puts work data into an input slot. They must exist, be the owner's, and be of a type the slot takes. A slot that waited
 * for another job's result waits no more.
 */
export async function fillSlot(tx: Tx, job: store.JobRow, slot: number, workDataIds: string[]): Promise<store.JobRow> {
  const spec = (await stepOf(tx, job))?.inputSlots[slot]
  if (!spec) throw new Problem('not-found', 'The job has no such input slot.')
  const found = new Map(
    (await workData.findMany(tx, job.ownerId, workDataIds, 'key share')).map((row) => [row.id, row]),
  )
  workDataIds.forEach((id, index) => {
    const row = found.get(id)
    if (!row) throw invalid([{ pointer: `/WorkDataUrls/${index}`, message: 'There is no such work data.' }])
    requireFit(spec, row, index)
  })
  requireCount(spec, workDataIds.length)
  await slots.fill(tx, { ownerId: job.ownerId, jobId: job.id, slot }, workDataIds)
  await store.removeFeeds(tx, job.id, slot)
  return settle(tx, job)
}

export async function clearSlot(tx: Tx, job: store.JobRow, slot: number): Promise<store.JobRow> {
  if (!(await stepOf(tx, job))?.inputSlots[slot]) throw new Problem('not-found', 'The job has no such input slot.')
  await slots.clear(tx, job.id, slot)
  return settle(tx, job)
}

/**
 * Queues a ready job: the state and the message leave together. The step's own default parameters become the job's, so
 * that it runs with what was in force when it was started and shows so.
 */
export async function start(queue: Queue, tx: Tx, job: store.JobRow): Promise<void> {
  const step = await stepOf(tx, job)
  if (!step) throw new Error(`Job ${job.id} is ready without a step.`)
  if (!step.isPublic && step.ownerId !== job.ownerId) {
    throw new Problem('action-not-offered', `${step.functionName} is no longer public. Choose another step.`)
  }
  const { faults } = effectiveParameters(step.parameterSchema, step.defaultParameters, job.parameters)
  if (faults[0]) throw new Problem('action-not-offered', `The job cannot start. ${parameterFault(faults[0])}`)
  const parameters = step.defaultParameters ? { ...step.defaultParameters, ...job.parameters } : job.parameters
  const turn = await store.makePending(tx, job.id, parameters)
  await enqueue(queue, tx, [{ jobId: job.id, stepId: step.id, ownerId: job.ownerId, turn }])
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
}

/** Moves an open job to where its step, parameters and inputs put it, and says that it changed. */
export async function settle(tx: Tx, job: store.JobRow): Promise<store.JobRow> {
  const state = openState(job.state, await isComplete(tx, job))
  const change = { state, error: state === 'DataMissing' ? job.error : null }
  if (state !== job.state) await store.update(tx, job.id, change)
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
  return { ...job, ...change }
}

/** What still stands between the job and its start, in one sentence. */
export async function whatIsMissing(tx: Tx, job: store.JobRow): Promise<string> {
  const step = await stepOf(tx, job)
  if (!step) return 'Choose a processing step first.'
  const counts = await slots.inputCounts(tx, job.id)
  const open = step.inputSlots.find((slot, index) => (counts.get(index) ?? 0) < slot.MinSlots)
  if (open) return `The data slot ${open.Name} is empty.`
  const [fault] = effectiveParameters(step.parameterSchema, step.defaultParameters, job.parameters).faults
  return fault ? parameterFault(fault) : ''
}

function parameterFault({ pointer, message }: Fault): string {
  return `The parameter ${pointer.slice(1)} is not right: ${message}`
}

async function isComplete(tx: Tx, job: store.JobRow): Promise<boolean> {
  const step = await stepOf(tx, job)
  if (!step || !slotsAreFilled(step.inputSlots, await slots.inputCounts(tx, job.id))) return false
  return effectiveParameters(step.parameterSchema, step.defaultParameters, job.parameters).faults.length === 0
}

async function stepOf(tx: Tx, job: store.JobRow): Promise<ProcessingStepRow | undefined> {
  return job.stepId === null ? undefined : (await steps.byIds(tx, [job.stepId])).get(job.stepId)
}

function requireFit(spec: DataSlotSpecification, row: workData.WorkDataFound, index: number): void {
  if (fitsSlot(row.mediaType, spec.MediaType)) return
  const message = `${row.name} is ${row.mediaType}, but the data slot ${spec.Name} takes ${spec.MediaType}.`
  throw invalid([{ pointer: `/WorkDataUrls/${index}`, message }])
}

function requireCount(spec: DataSlotSpecification, count: number): void {
  if (spec.MaxSlots === null || count <= spec.MaxSlots) return
  const message = `The data slot ${spec.Name} takes at most ${spec.MaxSlots} files; ${count} were given.`
  throw invalid([{ pointer: '/WorkDataUrls', message }])
}
