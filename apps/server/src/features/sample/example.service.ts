import { Readable } from 'node:stream'
import type { ExampleFile } from '@millrace/contracts/manifest'
import { MEDIA, mediaTypeOfName } from '@millrace/contracts/media-types'
import { asActor } from '@millrace/db/act'
import type { NewWorkData } from '@millrace/db/schema/work-data'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import * as setup from '#features/jobs/job-setup.service.ts'
import { examplesOf } from '#features/processing-steps/presentation.rules.ts'
import type { StepService } from '#features/processing-steps/steps.service.ts'
import { lockStoredBlobs } from '#features/work-data/orphaned-blobs.service.ts'
import { recordFiles } from '#features/work-data/record-files.service.ts'
import { storeContent } from '#features/work-data/store-content.service.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { notFound } from '#problem.ts'

export type ExampleService = ReturnType<typeof exampleService>

const TAGS = ['example']

/** Runs the examples of steps, as ordinary jobs on ordinary files of the actor. */
export function exampleService(deps: Deps & { steps: Pick<StepService, 'get'> }) {
  const { db, storage, steps } = deps

  async function stored(actor: Actor, file: ExampleFile): Promise<NewWorkData> {
    const bytes = file.base64 === undefined ? Buffer.from(file.text ?? '') : Buffer.from(file.base64, 'base64')
    return {
      id: deps.newId(),
      ownerId: actor.ownerId,
      createdBy: actor.userPublicId,
      name: file.name,
      mediaType: file.mediatype ?? mediaTypeOfName(file.name) ?? MEDIA.binary,
      kind: 'ClientUpload',
      tags: TAGS,
      deletable: false,
      ...(await storeContent(storage, Readable.from([bytes]))),
    }
  }

  return {
    async run(actor: Actor, stepId: string, index: number, recordCreated?: RecordCreated): Promise<string> {
      const { row: step } = await steps.get(actor, stepId)
      const example = examplesOf(step)[index]
      if (!example) throw notFound()
      const slots: NewWorkData[][] = []
      for (const { Name } of step.inputSlots)
        slots.push(await Promise.all((example.inputs[Name] ?? []).map((file) => stored(actor, file))))
      const files = slots.flat()
      const jobId = deps.newId()
      await asActor(db, actor, async (tx) => {
        await lockStoredBlobs(
          tx,
          storage,
          files.map(({ sha256 }) => sha256),
        )
        await recordFiles(tx, actor.ownerId, files)
        let job = await setup.createJob(tx, actor, { id: jobId, name: `${step.title}: ${example.title}`, tags: TAGS })
        job = await setup.selectStep(tx, actor, job, step.id)
        if (step.parameterSchema) job = await setup.configure(tx, job, example.parameters)
        for (const [slot, own] of slots.entries()) {
          if (own.length === 0) continue
          job = await setup.fillSlot(
            tx,
            job,
            slot,
            own.map(({ id }) => id),
          )
        }
        await setup.start(tx, job)
        await recordCreated?.(tx, jobId)
      })
      return jobId
    },
  }
}
