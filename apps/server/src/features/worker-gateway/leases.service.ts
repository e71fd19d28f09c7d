import type { Readable } from 'node:stream'
import { LIMITS } from '@millrace/contracts/limits'
import type { Failure, Heartbeat, Lease, LogLines, StoredOutput } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import { backoffAfterFailure } from '@millrace/dispatch/backoff'
import * as fence from '@millrace/dispatch/lease'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { timeLimitMessage } from '@millrace/dispatch/time-limit'
import type { Deps } from '#deps.ts'
import { isIntact, isReadable, reportUnusableInput } from '#features/jobs/data-missing.service.ts'
import { cascadeEnd } from '#features/jobs/job-ends.service.ts'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { storageLeft } from '#features/owners/owners.service.ts'
import { overQuota } from '#features/owners/storage-reservation.service.ts'
import type { StepWorkers } from '#features/processing-steps/step-workers.service.ts'
import { incomingContent } from '#features/work-data/incoming-content.service.ts'
import { recognize } from '#features/work-data/media-type.service.ts'
import { discardBlobs, lockStoredBlobs } from '#features/work-data/orphaned-blobs.service.ts'
import { Problem } from '#problem.ts'
import { storable } from '../jobs/job-log.rules.ts'
import { appendLines } from '../jobs/job-log.service.ts'
import { folderFault, nameFault } from '../work-data/file-names.rules.ts'
import type { ClaimService } from './claims.service.ts'
import { type CompletedRun, completions, type RunEnds } from './completions.ts'
import * as store from './leases.store.ts'
import { refuseLostLease } from './lost-lease.ts'

export type LeaseService = ReturnType<typeof leaseService<unknown>>
type Key = fence.LeaseKey

/** Actions of a worker on a leased job. A write without the current lease token is refused with `lease-lost`. */
export function leaseService<Deferred>(
  deps: Deps & { stepWorkers: StepWorkers; claims: Pick<ClaimService, 'jobEnded'>; runs: RunEnds<Deferred> },
) {
  const { db, storage, reach } = deps
  const complete = completions(deps)

  /** Runs `work` while the job of a valid lease is locked, so that no new attempt can start in the meantime. */
  const withLockedJob = <T>(key: Key, work: (tx: Tx, job: fence.LeasedJob) => Promise<T>): Promise<T> =>
    asSystem(db, async (tx) => work(tx, (await fence.lockLeasedJob(tx, key)) ?? refuseLostLease()))

  return {
    async heartbeat(key: Key, { progress }: Heartbeat): Promise<void> {
      const name = await asSystem(db, async (tx) => {
        const { ownerId, worker, progress: value } = (await fence.heartbeat(tx, key, progress)) ?? refuseLostLease()
        if (value !== undefined) tx.progressed({ jobId: key.jobId, ownerId, value })
        await reach('job.heartbeat')
        return worker
      })
      await deps.stepWorkers.recordRun({ keyId: key.keyId, name })
    },

    log: (key: Key, batch: LogLines) => withLockedJob(key, (tx, job) => appendLines(tx, job, batch)),

    /**
     * Returns an input of the job. If its bytes can't be read, moves the job to DataMissing, which ends the lease, and
     * throws `lease-lost`.
     */
    async input(key: Key, slot: string, index: number): Promise<WorkDataRow> {
      const data = await withLockedJob(key, async (tx, job) => {
        const found = await inputOf(tx, job, slot, index)
        if (await isReadable(storage, found)) return found
        await reportUnusableInput(tx, job.id, found, 'gone')
        return undefined
      })
      return data ?? refuseLostLease()
    },

    /** Stores an output, which stays invisible until the job completes. */
    async output(key: Key, part: OutputPart): Promise<StoredOutput> {
      const { slot, index, name, folder, mediaType } = part
      const fault = nameFault(name) ?? folderFault(folder)
      if (fault) throw new Problem('invalid-parameters', fault)
      const { place, left, owner } = await withLockedJob(key, async (tx, job) =>
        roomFor(tx, job, await stepOf(tx, job), part),
      )
      const incoming = incomingContent(deps, owner)
      try {
        const tooLarge = () => overQuota(name, left ?? 0)
        const stored = await incoming.store(part.content, name, { ...(left !== null && { maxBytes: left }), tooLarge })
        await reach('job.output_blob')
        const recognized = await recognize(await storage.localPath(stored.sha256), name, mediaType)
        await withLockedJob(key, async (tx, { id: jobId, ownerId, attempt }) => {
          await lockStoredBlobs(tx, storage, [stored.sha256])
          const at = { jobId, ownerId, attempt, slot: place, item: index, folder }
          await store.saveOutput(tx, { ...at, name, mediaType: recognized, ...stored })
        })
        incoming.recorded()
        return { slot, index, name, ...stored }
      } finally {
        await incoming.end()
      }
    },

    /** Completes the job. Returns the leases of the worker’s next jobs, if the worker requested any. */
    async complete(run: CompletedRun): Promise<Lease[]> {
      requireSmallResult(run.result)
      const { leases, takesPlace } = await complete(run)
      if (!takesPlace) deps.claims.jobEnded(run.lease.keyId)
      return leases
    },

    /** Ends a failed attempt: the job is retried, fails, or moves to DataMissing if a stored input is damaged. */
    async fail(key: Key, { message, kind, input, parameter }: Failure): Promise<void> {
      if (input && (await confirmDamage(key, input))) return
      const discarded = await withLockedJob(key, async (tx, job) => {
        const again = (kind === 'retryable' || kind === 'returned') && job.attempt < LIMITS.attemptsMax
        const sentence = kind === 'timed-out' ? await timedOut(tx, job) : storable(message)
        if (again) await returnToQueue(tx, key, job, { kind, message: sentence })
        else await giveUp(tx, key, job, { kind, message: sentence, parameter })
        tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
        return store.removeUnpublished(tx, job.id)
      })
      deps.claims.jobEnded(key.keyId)
      await discardBlobs(deps, discarded)
    },
  }

  /**
   * Checks the stored bytes of an input that the worker reported as damaged, because the worker may be wrong. If the
   * bytes are damaged or missing, moves the job to DataMissing and returns true.
   */
  async function confirmDamage(key: Key, { slot, index }: { slot: string; index: number }): Promise<boolean> {
    const data = await withLockedJob(key, (tx, job) => inputOf(tx, job, slot, index))
    if (await isIntact(storage, data)) return false
    const why = (await isReadable(storage, data)) ? 'damaged' : 'gone'
    await withLockedJob(key, (tx, job) => reportUnusableInput(tx, job.id, data, why))
    return true
  }

  async function returnToQueue(tx: Tx, key: Key, job: fence.LeasedJob, { kind, message }: Failure): Promise<void> {
    const pauseMs = kind === 'returned' ? 0 : backoffAfterFailure(job.attempt)
    const next = pauseMs > 0 ? `Trying again in ${pauseMs / 1000} s.` : 'The job waits for another worker.'
    await tx.setReason(`${sentence(message)} ${next}`)
    await fence.releaseLease(tx, key, pauseMs)
    await wakeQueuesOf(tx, [job.ownerId])
  }

  async function giveUp(tx: Tx, key: Key, job: fence.LeasedJob, { kind, message, parameter }: Failure): Promise<void> {
    await tx.setReason(message)
    const final = finalMessage(message, kind, job.attempt)
    const at = deps.now().toISOString()
    await appendLines(tx, job, { lines: final.split('\n').map((text) => ({ at, stream: 'err', text })) })
    await fence.fail(tx, key, {
      message: final,
      parameter: kind === 'final' ? storableParameter(parameter) : undefined,
    })
    await cascadeEnd(tx, job, 'failed')
  }
}

async function inputOf(tx: Tx, job: fence.LeasedJob, slot: string, index: number): Promise<WorkDataRow> {
  const place = (await stepOf(tx, job)).inputSlots.findIndex((spec) => spec.Name === slot)
  const found = await store.inputAt(tx, job.id, place, index)
  if (found) return found
  throw new Problem('not-found', `The job has no input ${slot} ${index}.`)
}

/** An output that a worker sends: its place among the job's outputs, and a stream of its content. */
export interface OutputPart {
  slot: string
  index: number
  name: string
  folder: string | undefined
  mediaType: string | undefined
  content: Readable
}

async function roomFor(tx: Tx, job: fence.LeasedJob, step: ProcessingStepRow, part: OutputPart) {
  const place = step.outputSlots.findIndex((spec) => spec.Name === part.slot)
  const spec = step.outputSlots[place]
  if (!spec) throw new Problem('invalid-parameters', `The step has no output slot ${part.slot}.`)
  if (spec.MaxSlots !== null && part.index >= spec.MaxSlots) {
    throw new Problem(
      'invalid-parameters',
      `The output slot ${part.slot} accepts at most ${spec.MaxSlots === 1 ? 'one file' : `${spec.MaxSlots} files`}.`,
    )
  }
  return { place, owner: job.ownerId, left: await storageLeft(tx, job.ownerId) }
}

async function stepOf(tx: Tx, job: fence.LeasedJob): Promise<ProcessingStepRow> {
  const step = await store.stepById(tx, job.stepId)
  if (!step) throw new Error(`Job ${job.id} runs a step that does not exist.`)
  return step
}

async function timedOut(tx: Tx, job: fence.LeasedJob): Promise<string> {
  const { timeLimitSeconds: stepSeconds, functionName, version } = await stepOf(tx, job)
  const { timeLimitSeconds, maxSeconds } = job
  return timeLimitMessage({ timeLimitSeconds, maxSeconds, stepSeconds, functionName, version })
}

function storableParameter(parameter: Failure['parameter']): Failure['parameter'] {
  return (
    parameter &&
    (JSON.parse(JSON.stringify(parameter), (_, value: unknown) =>
      typeof value === 'string' ? storable(value) : value,
    ) as Failure['parameter'])
  )
}

function finalMessage(message: string, kind: Failure['kind'], attempts: number): string {
  if (kind === 'retryable') return `${sentence(message)} The job was attempted ${attempts} times.`
  if (kind === 'returned')
    return `${sentence(message)} The job was started ${attempts} times, which is the limit. Run it again.`
  return message
}

function sentence(message: string): string {
  const text = message.trimEnd()
  return /[.!?…:;]["'”’»)\]`]*$/u.test(text) ? text : `${text}.`
}

function requireSmallResult(result: unknown): void {
  const bytes = result === undefined ? 0 : Buffer.byteLength(JSON.stringify(result))
  if (bytes <= LIMITS.resultBytes) return
  const detail = `The result is ${formatBytes(bytes)}. The limit is ${formatBytes(LIMITS.resultBytes)}. Write large results to an output file.`
  throw new Problem('too-large', detail)
}
