import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Completion, Failure, Lease, LeaseInput, NextClaim } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { GatewayError, isLeaseLost } from '../gateway/gateway-error.ts'
import { withRetry } from '../gateway/retry.ts'
import { inputName } from '../job-files.ts'
import type { FilePart, StepRun } from '../messages.ts'
import type { ProcessPool } from '../process/process-pool.ts'
import type { StepEnd } from '../process/step-process.ts'
import { StepError } from '../step-errors.ts'
import { DamagedInput, fetchInput, fetchPart } from './fetch-input.ts'
import { type HeldLease, renewLease } from './renew-lease.ts'
import { type LogSender, sendLog } from './send-log.ts'
import { storeOutputs } from './store-outputs.ts'

const RESULT_MAX = 900_000

/** The shared dependencies of all jobs. `folder` is the parent of each job's own folder. */
export interface JobTools {
  gateway: Gateway
  pool: ProcessPool
  folder: string
  /** Aborts at the end of the grace period of a shutdown. Running steps then have to stop. */
  shutdown: AbortSignal
  /** Returns the claim to send with the request that completes the job, if any. */
  next(): NextClaim | undefined
}

/**
 * Runs one leased job and settles it. Returns the lease of the next job, if the request that completed this job claimed
 * one. Never throws: if a job cannot be settled, its lease expires.
 */
export async function runJob(lease: Lease, tools: JobTools): Promise<Lease | undefined> {
  const held = renewLease(tools.gateway, lease)
  const log = sendLog(tools.gateway, lease, held.lost)
  const folder = join(tools.folder, `${lease.id}-${lease.attempt}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { failure, next } = await attempt(lease, { ...tools, folder, held, log }).catch(failureToSettle)
    if (failure) {
      await log.flush()
      await withRetry(() => tools.gateway.fail(lease, failure, held.lost), { signal: held.lost })
    }
    return next
  } catch (error) {
    if (isLeaseLost(error)) held.giveUp()
    return undefined
  } finally {
    held.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

interface Attempt extends JobTools {
  held: HeldLease
  log: LogSender
}

interface Attempted {
  failure?: Failure
  next?: Lease | undefined
}

async function attempt(lease: Lease, tools: Attempt): Promise<Attempted> {
  const { gateway, held, log, shutdown } = tools
  const { end, damaged, isTimeUp } = await runStep(lease, tools)
  if (held.lost.aborted) return {}
  if (damaged) return { failure: damagedFailure(damaged) }
  if (end.type === 'failed') {
    const { type: _, ...failure } = end
    return { failure }
  }
  if (end.type === 'stopped') return { failure: isTimeUp ? timedOut : returned }
  const completion = completionOf(end)
  const over = AbortSignal.any([held.lost, shutdown])
  const say = (line: string) => log.add('err', line)
  const stored = storeOutputs(gateway, lease, { outputs: end.outputs, over, say })
  await Promise.all([stored, log.flush()]).catch((error) => {
    if (shutdown.aborted) throw new ShutDown()
    throw error
  })
  const complete = () => gateway.complete(lease, { ...completion, next: tools.next() }, held.lost)
  const { leases = [] } = await withRetry(complete, { signal: held.lost })
  return { next: leases[0] }
}

/** Runs the step in a process. A damaged input ends the attempt, even if the step handles the error. */
async function runStep(
  lease: Lease,
  { gateway, pool, folder, held, log, shutdown }: Attempt,
): Promise<{ end: StepEnd; damaged: DamagedInput | undefined; isTimeUp: boolean }> {
  const process = pool.take(lease.ownerId)
  const timeUp = AbortSignal.timeout(lease.timeLimitMs)
  let damaged: DamagedInput | undefined
  try {
    const events = {
      log: log.add,
      progress: held.setProgress,
      fetchInput: async (slot: string, index: number, part?: FilePart) => {
        const input = inputOf(lease, slot, index)
        const path = join(folder, inputName(lease.inputs.indexOf(input), part))
        if (part) {
          await fetchPart(gateway, lease, { input, path, over: held.lost, part })
          return path
        }
        await fetchInput(gateway, lease, { input, path, over: held.lost }).catch((error: unknown) => {
          if (error instanceof DamagedInput) damaged = error
          throw error
        })
        return path
      },
    }
    const end = await process.run(stepRun(lease, folder), events, AbortSignal.any([held.lost, shutdown, timeUp]))
    return { end, damaged, isTimeUp: timeUp.aborted }
  } finally {
    pool.put(process, lease.ownerId)
  }
}

class ShutDown extends Error {}

function damagedFailure({ message, input }: DamagedInput): Failure {
  return { kind: 'retryable', message, input: { slot: input.slot, index: input.index } }
}

const timedOut: Failure = { kind: 'timed-out', message: 'The step reached its time limit.' }

const returned: Failure = { kind: 'returned', message: 'The worker was shut down.' }

function failureToSettle(error: unknown): Attempted {
  if (error instanceof ShutDown) return { failure: returned }
  if (error instanceof StepError) return { failure: { kind: 'final', message: error.message } }
  if (!(error instanceof GatewayError) || isLeaseLost(error)) throw error
  return { failure: { kind: 'final', message: `The results could not be stored: ${error.message}`.slice(0, 4000) } }
}

function completionOf({ result, peakMemoryBytes }: { result: unknown; peakMemoryBytes?: number }): Completion {
  const memory = peakMemoryBytes ? { peakMemoryBytes } : {}
  if (result === undefined) return memory
  if (Buffer.byteLength(JSON.stringify(result) ?? '') <= RESULT_MAX) return { result, ...memory }
  throw new StepError(
    'The step returned more than 900 kB as its result. This is a bug in the step: it should write large results to an output file.',
  )
}

function inputOf(lease: Lease, slot: string, index: number): LeaseInput {
  const input = lease.inputs.find((one) => one.slot === slot && one.index === index)
  if (!input) throw new Error(`There is no input ${index} in the slot “${slot}”.`)
  return input
}

function stepRun(lease: Lease, folder: string): StepRun {
  return {
    jobId: lease.id,
    jobName: lease.jobName,
    attempt: lease.attempt,
    functionName: lease.functionName,
    version: lease.version,
    parameters: lease.parameters,
    inputs: lease.inputs.map(({ path: _path, sha256: _sha256, ...note }) => note),
    outputs: lease.outputs,
    folder,
    storageBytes: lease.storageBytesLeft,
  }
}
