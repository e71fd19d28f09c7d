import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { Manifest } from './manifest.ts'

/**
 * The worker protocol: how any worker, built-in or external, claims and runs jobs over HTTP. All bodies are JSON in camelCase.
 * Every call carries `x-api-key`. Every call under `/worker/v1/leases/{id}` also carries the header `x-lease-token`.
 * `{id}` is the job's id, since a job has at most one lease. A call with an expired token returns 409 `lease-lost`.
 *
 *     PUT  /worker/v1/steps                               RegisterSteps → RegisteredSteps
 *     POST /worker/v1/claim                               ClaimRequest → ClaimReply (waits up to waitMs for jobs)
 *     POST /worker/v1/leases/{id}/heartbeat               Heartbeat → HeartbeatReply
 *     POST /worker/v1/leases/{id}/log                     LogLines → 200
 *     GET  /worker/v1/leases/{id}/inputs/{slot}/{index}   the bytes; accepts Range
 *     PUT  /worker/v1/leases/{id}/outputs/{slot}/{index}?name=…&folder=…   raw bytes, Content-Type → 201 StoredOutput
 *     POST /worker/v1/leases/{id}/complete                Completion → CompletionReply
 *     POST /worker/v1/leases/{id}/fail                    Failure → 200
 *
 * After the lease's time limit, heartbeats return 409 and the server ends the job in Error.
 *
 * `folder` is optional. The file then has the tag `folder=…`, like the files of an uploaded folder.
 *
 * Outputs become visible only with `complete`. The outputs of a lost or canceled attempt are discarded.
 *
 * A worker may ask for its next jobs when it completes one (`next`), which saves it a claim. It still claims when it
 * starts, and whenever a reply contains no lease.
 */
export { LEASE_TOKEN_HEADER, WORKER_PATHS } from './worker-paths.ts'

export const RegisterSteps = z.object({ manifests: z.array(Manifest).min(1).max(100) })
export type RegisterSteps = z.infer<typeof RegisterSteps>

/** The ids of the registered steps, in the order of their manifests. A worker claims jobs by these ids. */
export interface RegisteredSteps {
  steps: { stepId: string; functionName: string; version: string }[]
}

const CLAIMED = {
  /** Name of the worker, for log and lists. */
  worker: z.string().min(1).max(100),
  /** Ids of registered steps, from RegisteredSteps. */
  stepIds: z.array(z.uuid()).min(1).max(200),
  max: z.int().min(1).max(LIMITS.claimMax).default(1),
  /**
   * How many jobs of one owner this worker runs at once. A worker that serves several owners sets it below the number of
   * jobs it runs in total, so that no owner can occupy all of it.
   */
  perOwner: z.int().min(1).max(10_000).optional(),
}

/** `none`: running steps reach no network. `allowed`: their operator leaves it to them. `kept`: the system can’t take it away. */
export const StepNetwork = z.enum(['none', 'allowed', 'kept'])
export type StepNetwork = z.infer<typeof StepNetwork>

export const ClaimRequest = z.object({
  ...CLAIMED,
  /** Administrators see it. */
  stepNetwork: StepNetwork.optional(),
  waitMs: z.int().min(0).max(LIMITS.claimWaitMsMax).default(0),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

/** A file to process, and where the worker downloads it. */
export interface LeaseInput {
  slot: string
  index: number
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
  /** The folder that the file’s tag names, such as `2024/gauges`. Absent if it has none. */
  folder?: string
  /** Path relative to the server's URL. */
  path: string
}

/** A claimed job, with everything that a worker needs to run it. */
export interface Lease {
  /** The job's id. */
  id: string
  token: string
  attempt: number
  /** Whose job it is. */
  ownerId: string
  jobName: string
  stepId: string
  functionName: string
  version: string
  parameters: Record<string, unknown>
  inputs: LeaseInput[]
  outputs: { slot: string; mediaType: string; maxSlots: number | null }[]
  leaseMs: number
  heartbeatMs: number
  /** How long this attempt may run. The worker then stops the step and fails the lease with the kind `timed-out`. */
  timeLimitMs: number
  /** How much the owner can still store. Larger outputs are refused. Null: unlimited. */
  storageBytesLeft: number | null
}

/** The jobs that a worker may run now. Empty if none became available in time. */
export interface ClaimReply {
  leases: Lease[]
}

export const Heartbeat = z.object({ progress: z.number().min(0).max(1).optional() })
export type Heartbeat = z.infer<typeof Heartbeat>

/** For how many milliseconds the lease was renewed. */
export interface HeartbeatReply {
  leaseMs: number
}

export const LogLine = z.object({
  /** When the worker wrote the line, by its own clock (ISO 8601 with offset). Shown, but never compared. */
  at: z.iso.datetime({ offset: true }),
  stream: z.enum(['out', 'err']),
  text: z.string(),
})
export type LogLine = z.infer<typeof LogLine>
export const LogLines = z.object({
  /**
   * Position of this batch in the log of the attempt: 0, 1, 2 … Optional. It lets the server recognize a batch that is
   * sent again after a lost reply and store it once. Send the next batch after the reply to this one.
   */
  seq: z.int().min(0).max(2_147_483_647).optional(),
  lines: z.array(LogLine).max(1000),
})
export type LogLines = z.infer<typeof LogLines>

/** What the server stored of an output. */
export interface StoredOutput {
  slot: string
  index: number
  name: string
  sha256: string
  sizeInBytes: number
}

/** What a worker wants to run next: a claim that doesn't wait. */
export const NextClaim = z.object(CLAIMED)
export type NextClaim = z.infer<typeof NextClaim>

export const Completion = z.object({
  /** Any JSON value. Shown as the job's Result. */
  result: z.unknown().optional(),
  /** The most resident memory of the step and everything it started, in bytes. */
  peakMemoryBytes: z.int().min(0).optional(),
  /**
   * Claims jobs in the transaction that completes this one, such as the next one of its workflow. The reply may contain
   * fewer leases than are available. If it contains none, claim as usual.
   */
  next: NextClaim.optional(),
})
export type Completion = z.infer<typeof Completion>

/** The leases that the request claimed after it completed the job. */
export interface CompletionReply {
  /** Present if `next` was. */
  leases?: Lease[]
}

/** The parameter that made a step fail, so that the job's page can show and correct it. */
export const FailedParameter = z.object({
  name: z.string().min(1).max(200),
  /** The wrong part of its text, or the wrong item of its list. Absent: the whole value. */
  wrong: z.string().max(1000).optional(),
  /** Where the wrong part starts in the text, in UTF-16 code units. */
  offset: z.int().min(0).max(1_000_000).optional(),
  /** What could replace the wrong part, best first. */
  suggestions: z.array(z.string().max(1000)).max(10).readonly().optional(),
  /** Other parameters that may have to change with it. */
  beside: z.array(z.string().min(1).max(200)).max(10).readonly().optional(),
})
export type FailedParameter = z.infer<typeof FailedParameter>

export const Failure = z.object({
  /** One or two sentences for users: what happened, where, and what to do. */
  message: z.string().min(1).max(4000),
  /**
   * `retryable`: try again until the attempt limit. `returned`: a worker that is shutting down gives the job back.
   * `timed-out`: the step reached its time limit. The server replaces the message with one that says how to raise it.
   */
  kind: z.enum(['final', 'retryable', 'returned', 'timed-out']).default('final'),
  /** For the kind `final`: the parameter to correct. */
  parameter: FailedParameter.optional(),
  /**
   * The input whose content did not match its `sha256`. The server checks the stored file. If it is damaged, the job
   * moves to DataMissing, regardless of `kind`. Otherwise only the transfer failed.
   */
  input: z.object({ slot: z.string(), index: z.int().min(0) }).optional(),
})
export type Failure = z.infer<typeof Failure>
