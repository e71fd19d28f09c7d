import type { Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import { job } from '@millrace/db/schema/jobs'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import { inArray } from 'drizzle-orm'
import type { Actor } from '#app-env.ts'
import { namesOf } from '../owners/owners.store.ts'
import { byIds } from '../processing-steps/steps.store.ts'
import { usedAmong, type WorkDataFound } from '../work-data/work-data.store.ts'
import { inputsOf, outputsOf, type SlotItem } from './job-slots.store.ts'
import type { JobFacts } from './jobs.rules.ts'

/** A job with everything its document shows. */
export interface JobView {
  job: JobRow
  step: ProcessingStepRow | undefined
  inputs: SlotItem[]
  outputs: SlotItem[]
  facts: JobFacts
  names: ReadonlyMap<string, string>
  /** Ids of its outputs that are inputs of some job. */
  used: ReadonlySet<string>
}

/** Completes rows to views, with a fixed number of statements however many rows there are. */
export async function viewsOf(tx: Tx, actor: Actor, rows: JobRow[]): Promise<JobView[]> {
  const ids = rows.map((row) => row.id)
  const steps = await byIds(tx, [...new Set(rows.flatMap((row) => row.stepId ?? []))])
  const inputs = Map.groupBy(await inputsOf(tx, ids), (item) => item.jobId)
  const outputs = Map.groupBy(await outputsOf(tx, ids), (item) => item.jobId)
  const parents = await parentsAmong(tx, ids)
  const items = [...inputs.values(), ...outputs.values()].flat()
  const used = await usedAmong(
    tx,
    [...outputs.values()].flat().map((item) => item.data.id),
  )
  const people = new Set([...rows.map((row) => row.createdBy), ...items.map((item) => item.data.createdBy)])
  const names = await namesOf(tx, [...people])
  return rows.map((row) => {
    const step = row.stepId ? steps.get(row.stepId) : undefined
    const made = outputs.get(row.id) ?? []
    const facts = factsOf(row, step, {
      hasOutputs: made.length > 0,
      hasSubJobs: parents.has(row.id),
      isAdmin: actor.isAdmin,
      isForeign: row.ownerId !== actor.ownerId,
    })
    return { job: row, step, inputs: inputs.get(row.id) ?? [], outputs: made, facts, names, used }
  })
}

export function factsOf(
  row: JobRow,
  step: ProcessingStepRow | undefined,
  rest: Pick<JobFacts, 'hasOutputs' | 'hasSubJobs' | 'isAdmin' | 'isForeign'>,
): JobFacts {
  return {
    ...rest,
    state: row.state,
    hidden: row.hidden,
    outputsDeletable: row.outputsDeletable,
    hasStep: step !== undefined,
    stepHasParameters: step?.parameterSchema != null,
  }
}

/** An item's data for its own document. An input is in use by the very job that shows it. */
export function asFound(view: JobView, item: SlotItem, kind: 'input' | 'output'): WorkDataFound {
  return { ...item.data, isUsed: kind === 'input' || view.used.has(item.data.id) }
}

async function parentsAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.orm.selectDistinct({ id: job.parentId }).from(job).where(inArray(job.parentId, ids))
  return new Set(rows.flatMap((row) => row.id ?? []))
}
