import type { JobAction, JobProperties } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { Actor } from '#access/actor.ts'
import { namesOf } from '#features/owners/owners.service.ts'
import { type OtherFacts, otherFacts, type ParentFacts, parentFacts, parentsAmong } from './job-facts.store.ts'
import { type NodesDone, nodesDone } from './job-nodes.store.ts'
import { inputsOf, outputsOf, type SlotItem } from './job-slots.store.ts'
import { type StepOfJob, stepsByIds } from './job-steps.store.ts'
import { type JobFacts, needsOtherTables } from './jobs.rules.ts'

export interface JobView {
  job: JobRow
  step: StepOfJob | undefined
  inputs: SlotItem[]
  outputs: SlotItem[]
  facts: JobFacts
  /** Set only in the view of a single job, while the job is queued. */
  jobsAhead?: number
  /** Set only in the view of a single job that was run more than once. */
  run?: JobProperties['Run']
  /** Set only for an execution that has started. */
  nodes?: NodesDone | undefined
  names: ReadonlyMap<string, string>
}

/** Adds details to job rows, with the same number of statements for any number of rows. */
export async function viewsOf(tx: Tx, actor: Actor, rows: JobRow[]): Promise<JobView[]> {
  const ids = rows.map((row) => row.id)
  const [steps, inputItems, outputItems, parents, parentOf, nodes, authors] = await Promise.all([
    stepsByIds(tx, [...new Set(rows.flatMap((row) => row.stepId ?? []))]),
    inputsOf(tx, ids),
    outputsOf(tx, ids),
    parentsAmong(tx, ids),
    parentFacts(tx, rows),
    nodesDone(tx, rows),
    namesOf(
      tx,
      rows.map((row) => row.createdBy),
    ),
  ])
  const inputs = Map.groupBy(inputItems, (item) => item.jobId)
  const outputs = Map.groupBy(outputItems, (item) => item.jobId)
  const people = [...inputItems, ...outputItems].flatMap(({ data }) => [data.createdBy, data.ownerId])
  const others = await namesOf(
    tx,
    people.filter((id) => !authors.has(id)),
  )
  const names = new Map([...authors, ...others])
  return rows.map((row) => {
    const step = row.stepId ? steps.get(row.stepId) : undefined
    const made = outputs.get(row.id) ?? []
    const facts = factsOf(row, actor, {
      ...parentOf(row),
      hasStep: step !== undefined,
      stepHasParameters: step?.parameterSchema != null,
      hasOutputs: made.length > 0,
      outputsUsed: made.some(({ data }) => data.isUsed),
      hasSubJobs: parents.has(row.id),
    })
    return { job: row, step, inputs: inputs.get(row.id) ?? [], outputs: made, facts, names, nodes: nodes.get(row.id) }
  })
}

/**
 * Returns the facts that determine whether one action on a job is available, without reading the rest of the job's
 * document.
 */
export async function factsFor(action: JobAction | 'FillSlot', tx: Tx, actor: Actor, row: JobRow): Promise<JobFacts> {
  if (action !== 'FillSlot' && needsOtherTables(action)) {
    const [others, parentOf] = await Promise.all([otherFacts(tx, row), parentFacts(tx, [row])])
    return factsOf(row, actor, { ...others, ...parentOf(row) })
  }
  return factsOf(row, actor, {
    ...(await parentFacts(tx, [row], action === 'StartProcessing' ? 'share' : undefined))(row),
    hasStep: row.stepId !== null,
    stepHasParameters: false,
    hasOutputs: false,
    outputsUsed: false,
    hasSubJobs: false,
  })
}

function factsOf(row: JobRow, actor: Actor, rest: OtherFacts & ParentFacts): JobFacts {
  const { state, hidden, outputsDeletable, executor } = row
  const isExecution = executor === 'engine'
  return {
    ...rest,
    state,
    hidden,
    outputsDeletable,
    isExecution,
    mayCopy: actor.ownerKind === 'user' && actor.organizations.length > 0,
    isAdmin: actor.isAdmin,
    isForeign: row.ownerId !== actor.ownerId,
  }
}
