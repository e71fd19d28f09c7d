import type { Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { sameFilesOf } from '#features/work-data/copy-files.service.ts'
import { invalid } from '#problem.ts'
import * as setup from './job-setup.service.ts'
import { inputsOf } from './job-slots.store.ts'
import { stepsByIds } from './job-steps.store.ts'
import type { JobRow } from './jobs.store.ts'

/**
 * Copies a job to an organization as a draft, with the job's name, tags, step, parameters and inputs. Requires a system
 * transaction, because the organization is not the actor's context. Returns the id of the copy. Throws a Problem if the
 * organization can't use the step.
 */
export async function copyJob(
  tx: Tx,
  deps: Pick<Deps, 'newId'>,
  actor: Actor,
  { job, ownerId }: { job: JobRow; ownerId: string },
): Promise<string> {
  const step = job.stepId === null ? undefined : (await stepsByIds(tx, [job.stepId])).get(job.stepId)
  if (!step) throw new Error(`Job ${job.id} is copied without a step.`)
  if (!step.isPublic && step.ownerId !== ownerId) {
    const message = `The organization can’t use ${step.functionName}. Copy the processing step there first.`
    throw invalid([{ pointer: '/OrgId', message }])
  }
  const inOrganization: Actor = { ...actor, ownerId, ownerKind: 'organization' }
  const { name, tags } = job
  let row = await setup.createJob(tx, inOrganization, { id: deps.newId(), name, tags })
  row = await setup.selectStep(tx, inOrganization, row, step.id)
  if (job.parameters && step.parameterSchema) row = await setup.configure(tx, row, job.parameters)
  const inputs = await inputsOf(tx, [job.id])
  const ids = [...new Set(inputs.map(({ data }) => data.id))]
  const copies = await sameFilesOf(tx, deps, actor, { ownerId, ids })
  for (const [slot, items] of Map.groupBy(inputs, (item) => item.slot)) {
    const chosen = items.flatMap(({ data }) => copies.get(data.id) ?? [])
    row = await setup.fillSlot(tx, row, slot, chosen)
  }
  return row.id
}
