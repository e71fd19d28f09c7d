import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import type { JobOutputRow } from '@millrace/db/schema/jobs'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { TaggedOutput } from '@millrace/dispatch/completions'
import type { LeasedJob } from '@millrace/dispatch/lease'
import { normalTags } from '#features/tags/tags.rules.ts'
import { recordFiles } from '#features/work-data/record-files.service.ts'
import { Problem } from '#problem.ts'
import * as store from './leases.store.ts'

type PublishingJob = Pick<
  LeasedJob,
  'id' | 'ownerId' | 'createdBy' | 'stepId' | 'attempt' | 'outputsDeletable' | 'hidesResults' | 'outputSlots'
>

/**
 * Creates work data from the outputs of jobs, in the transaction that completes the jobs. Throws a Problem if a slot
 * has too few files.
 */
export async function publishOutputs(
  tx: Tx,
  newId: () => string,
  { jobs, files }: { jobs: PublishingJob[]; files: TaggedOutput[] },
): Promise<void> {
  const byJob = Map.groupBy(files, (file) => file.jobId)
  const made = jobs.flatMap((job) => {
    const own = byJob.get(job.id) ?? []
    requireAll(job.outputSlots, own)
    return own.map((output) => ({ ...output, job, workDataId: newId() }))
  })
  if (made.length === 0) return
  // Each owner's usage is counted under a lock. A fixed order of owners rules out deadlocks.
  const byOwner = [...Map.groupBy(made, ({ ownerId }) => ownerId)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [ownerId, files] of byOwner) await recordFiles(tx, ownerId, files.map(workDataOf))
  await store.linkOutputs(tx, made)
}

/**
 * Publishes the only output of a job that the server runs itself. The caller must have locked the job and sent the
 * statement that locks the blob. The last statement of this function is sent together with the commit.
 */
export async function publishOutput(
  tx: Tx,
  newId: () => string,
  job: Omit<PublishingJob, 'stepId' | 'outputSlots' | 'hidesResults'> & { stepId: string | null; tags: string[] },
  file: Pick<JobOutputRow, 'name' | 'mediaType' | 'sizeInBytes' | 'sha256'>,
): Promise<void> {
  const { id, ownerId, attempt, stepId } = job
  if (stepId === null) throw new Error(`Job ${id} runs without a step.`)
  const output = { jobId: id, ownerId, attempt, slot: 0, item: 0, folder: null, ...file }
  const made = { ...output, workDataId: newId() }
  await recordFiles(tx, ownerId, [
    workDataOf({ ...made, job: { ...job, stepId, outputSlots: [], hidesResults: false }, tags: job.tags }),
  ])
  tx.commitAfter(store.saveOutput(tx, made))
}

function workDataOf({ job, workDataId, ...output }: TaggedOutput & { job: PublishingJob; workDataId: string }) {
  const { name, mediaType, sizeInBytes, sha256, folder } = output
  return {
    id: workDataId,
    ownerId: job.ownerId,
    createdBy: job.createdBy,
    name,
    mediaType,
    sizeInBytes,
    sha256,
    tags: folder === null ? output.tags : tagsInFolder(folder, output.tags),
    kind: 'ProcessingArtefact' as const,
    deletable: job.outputsDeletable,
    hidden: job.hidesResults,
    producedByJob: job.id,
    producedByStep: job.stepId,
  }
}

function tagsInFolder(folder: string, tags: string[]): string[] {
  const others = tags.filter((tag) => !tag.startsWith(FOLDER_KEY))
  return normalTags([`${FOLDER_KEY}${folder}`, ...others]).slice(0, LIMITS.tagsMax)
}

function requireAll(slots: ProcessingStepRow['outputSlots'], outputs: TaggedOutput[]): void {
  for (const [place, spec] of slots.entries()) {
    const count = outputs.filter((output) => output.slot === place).length
    if (count < spec.MinSlots) {
      throw new Problem(
        'invalid-parameters',
        `The output slot ${spec.Name} needs at least ${spec.MinSlots === 1 ? 'one file' : `${spec.MinSlots} files`}, but the step wrote ${count}. This is a bug in the step. Report it to its author.`,
      )
    }
  }
}
