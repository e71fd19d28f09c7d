import { LIMITS, PLANS } from '@millrace/contracts/limits'
import { type Lease, WORKER_PATHS } from '@millrace/contracts/worker'
import type { ClaimedJob } from '@millrace/dispatch/claim'
import { effectiveParameters } from '#features/processing-steps/parameters.rules.ts'

export function leaseOf(job: ClaimedJob): Lease {
  const { storageBytes } = PLANS[job.plan]
  return {
    id: job.id,
    token: job.leaseToken,
    attempt: job.attempt,
    ownerId: job.ownerId,
    jobName: job.name,
    stepId: job.stepId,
    functionName: job.functionName,
    version: job.version,
    parameters: effectiveParameters(job.parameterSchema, job.defaultParameters, job.parameters),
    inputs: job.inputs.map((input) => inputOf(job, input)),
    outputs: job.outputSlots.map((slot) => ({
      slot: slot.Name,
      mediaType: slot.MediaType ?? '',
      maxSlots: slot.MaxSlots,
    })),
    leaseMs: LIMITS.leaseMs,
    heartbeatMs: LIMITS.heartbeatMs,
    timeLimitMs: job.timeLimitSeconds * 1000,
    storageBytesLeft: storageBytes === null ? null : Math.max(storageBytes - job.takenBytes, 0),
  }
}

function inputOf(
  job: ClaimedJob,
  { slot, item, folder, ...data }: ClaimedJob['inputs'][number],
): Lease['inputs'][number] {
  const name = job.inputSlots[slot]?.Name ?? String(slot)
  const path = `${WORKER_PATHS.lease(job.id)}/inputs/${encodeURIComponent(name)}/${item}`
  return { slot: name, index: item, ...data, ...(folder !== null && { folder }), path }
}
