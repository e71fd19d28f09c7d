import { createReadStream } from 'node:fs'
import { MEDIA } from '@millrace/contracts/media-types'
import { asActor, type Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import * as setup from '#features/jobs/job-setup.service.ts'
import type { StepService } from '#features/processing-steps/steps.service.ts'
import { lockStoredBlobs } from '#features/work-data/orphaned-blobs.service.ts'
import { recordFiles } from '#features/work-data/record-files.service.ts'
import { storeContent } from '#features/work-data/store-content.service.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { Problem } from '#problem.ts'
import { SAMPLE_FILE, SAMPLE_JOBS, SAMPLE_TAG } from './sample-jobs.ts'

export type SampleService = ReturnType<typeof sampleService>

/** Runs the sample: an ordinary job on sample readings, and two jobs that each use the preceding job’s result. */
export function sampleService(deps: Deps & { steps: Pick<StepService, 'builtIn'> }) {
  const { db, storage, steps } = deps

  /** Step ids, looked up only once, because steps are never unregistered. */
  let known: string[] | undefined

  async function stepIds(actor: Actor): Promise<string[] | undefined> {
    known ??= await steps.builtIn(actor, SAMPLE_JOBS)
    return known
  }

  return {
    isAvailable: async (actor: Actor) => (await stepIds(actor)) !== undefined,

    /**
     * Adds the sample file to the actor's work data and creates the jobs in one transaction. Each further job starts
     * when the preceding job completes. Returns a tag that only the jobs of this run have.
     */
    async run(actor: Actor, recordCreated?: RecordCreated): Promise<string> {
      const ids = await stepIds(actor)
      if (!ids)
        throw new Problem(
          'action-not-offered',
          'The steps of the sample are not registered yet. Check that the built-in worker is running.',
        )
      const stored = await storeContent(storage, createReadStream(SAMPLE_FILE.path))
      return asActor(db, actor, async (tx) => {
        const dataId = await addFile(tx, actor, stored)
        const runTag = `run=${deps.newId().slice(-6)}`
        const tags = [SAMPLE_TAG, runTag]
        let before: JobRow | undefined
        for (const [index, stepId] of ids.entries()) {
          before = await makeJob(tx, actor, { index, stepId, tags, dataId, before })
        }
        await recordCreated?.(tx, runTag)
        return runTag
      })
    },

    async addData(actor: Actor, recordCreated?: RecordCreated): Promise<string> {
      const stored = await storeContent(storage, createReadStream(SAMPLE_FILE.path))
      return asActor(db, actor, async (tx) => {
        const id = await addFile(tx, actor, stored)
        await recordCreated?.(tx, id)
        return id
      })
    },
  }

  async function addFile(tx: Tx, actor: Actor, stored: Awaited<ReturnType<typeof storeContent>>): Promise<string> {
    await lockStoredBlobs(tx, storage, [stored.sha256])
    const id = deps.newId()
    await recordFiles(tx, actor.ownerId, [
      {
        id,
        ownerId: actor.ownerId,
        createdBy: actor.userPublicId,
        name: SAMPLE_FILE.name,
        mediaType: MEDIA.csv,
        kind: 'ClientUpload',
        tags: [SAMPLE_TAG],
        deletable: false,
        ...stored,
      },
    ])
    return id
  }

  async function makeJob(
    tx: Tx,
    actor: Actor,
    part: { index: number; stepId: string; tags: string[]; dataId: string; before: JobRow | undefined },
  ): Promise<JobRow> {
    const plan = SAMPLE_JOBS[part.index]!
    let row = await setup.createJob(tx, actor, { id: deps.newId(), name: plan.name, tags: part.tags })
    row = await setup.selectStep(tx, actor, row, part.stepId)
    row = await setup.configure(tx, row, plan.parameters)
    if (part.before === undefined) {
      row = await setup.fillSlot(tx, row, 0, [part.dataId])
      await setup.start(tx, row)
      return row
    }
    await setup.waitForOutput(tx, row, 0, { jobId: part.before.id, slot: 0 })
    return row
  }
}
