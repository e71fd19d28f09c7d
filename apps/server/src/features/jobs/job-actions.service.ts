import type { JobAction } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Deps } from '#deps.ts'
import { whyNotDeletable } from '#features/work-data/remove-files.service.ts'
import { Problem } from '#problem.ts'
import { whatIsMissing } from './job-setup.service.ts'
import { factsFor } from './job-view.ts'
import { isAvailable, isOpen, type JobFacts, mayFillSlots } from './jobs.rules.ts'
import * as store from './jobs.store.ts'

interface RequestedAction<Read> {
  id: string
  action: JobAction | 'FillSlot'
  /** A query that is sent together with the lock, to save a round trip. */
  read?: ((tx: Tx, id: string) => Promise<Read>) | undefined
}

/** Locks the job and performs the action. Throws a Problem if the action is not available. */
export async function runAction<Read>(
  deps: Pick<Deps, 'db' | 'log'>,
  actor: Actor,
  { id, action, read }: RequestedAction<Read>,
  work: (tx: Tx, job: store.JobRow, found: Read | undefined) => Promise<unknown>,
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

function isDeletion(action: JobAction | 'FillSlot'): boolean {
  return action === 'Delete' || action === 'DeleteWithOutputData'
}

/** Throws a Problem unless the action is available on the locked job. */
export async function requireAvailable(
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
  if (action === 'StartProcessing' && isOpen(job.state)) return `. ${await whatIsMissing(tx, job)}`
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
