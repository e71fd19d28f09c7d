import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { Manifest } from './manifest.ts'

/**
 * The worker protocol: how any worker, built-in or external, claims and runs jobs over HTTP. All bodies are JSON in
 * camelCase. Every call carries `x-api-key`. Every call under `/worker/v1/leases/{id}` also carries the header
 * `x-lease-token`. `{id}` is the job's id, since a job has at most one lease. A call with an expired token returns 409
 * `lease-lost`.
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
 * After the attempt's time limit, heartbeats return 409 and the server ends the job in Error.
 *
 * `folder` is optional. If it is given, the file has the tag `folder=…`, like the files of an uploaded folder.
 *
 * Outputs become visible only with `complete`. The outputs of a lost or canceled attempt are discarded.
 *
 * When a worker completes a job, it may request its next jobs (`next`), which saves a claim. It must still claim when
 * it starts, and whenever a reply contains no lease.
 */
export { LEASE_TOKEN_HEADER, WORKER_PATHS } from './worker-paths.ts'

export const RegisterSteps = z.object({ manifests: z.array(Manifest).min(1).max(100) })
export type RegisterSteps = z.infer<typeof RegisterSteps>

/** The ids of the registered steps, in the order of the manifests. Workers send these ids to claim jobs. */
export interface RegisteredSteps {
  steps: { stepId: string; functionName: string; version: string }[]
}

const CLAIMED = {
  /** Name of the worker, which is shown in logs and lists. */
  worker: z.string().min(1).max(100),
  stepIds: z.array(z.uuid()).min(1).max(200),
  max: z.int().min(1).max(LIMITS.claimMax).default(1),
  /**
   * Maximum number of jobs of one owner that this worker runs at a time. A worker for several owners sets this below
   * its number of concurrent jobs, so one owner cannot occupy the whole worker.
   */
  perOwner: z.int().min(1).max(10_000).optional(),
}

/**
 * Network access of running steps. `none`: blocked. `allowed`: the operator allows it. `kept`: the operating system
 * cannot block it.
 */
export const StepNetwork = z.enum(['none', 'allowed', 'kept'])
export type StepNetwork = z.infer<typeof StepNetwork>

export const ClaimRequest = z.object({
  ...CLAIMED,
  /** Shown to administrators. */
  stepNetwork: StepNetwork.optional(),
  waitMs: z.int().min(0).max(LIMITS.claimWaitMsMax).default(0),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

/** An input file. The worker downloads it from `path`. */
export interface LeaseInput {
  slot: string
  index: number
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
  /** The folder from the file’s `folder=` tag, such as `2024/gauges`. Absent if the file has no such tag. */
  folder?: string
  /** Path relative to the server's URL. */
  path: string
}

/** A claimed job, with everything that a worker needs to run it. */
export interface Lease {
  id: string
  token: string
  attempt: number
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
  /** Time limit of this attempt, after which the worker stops the step and fails the lease as `timed-out`. */
  timeLimitMs: number
  /** Remaining storage of the owner. Larger outputs are refused. Null if unlimited. */
  storageBytesLeft: number | null
}

/** Leases of the claimed jobs. Empty if no job became available within `waitMs`. */
export interface ClaimReply {
  leases: Lease[]
}

export const Heartbeat = z.object({ progress: z.number().min(0).max(1).optional() })
export type Heartbeat = z.infer<typeof Heartbeat>

/** Confirms that the lease was renewed for `leaseMs` milliseconds. */
export interface HeartbeatReply {
  leaseMs: number
}

export const LogLine = z.object({
  /** Time of the line by the worker's clock (ISO 8601 with offset). Shown, but never compared with other times. */
  at: z.iso.datetime({ offset: true }),
  stream: z.enum(['out', 'err']),
  text: z.string(),
})
export type LogLine = z.infer<typeof LogLine>
export const LogLines = z.object({
  /**
   * Position of this batch in the log of the attempt: 0, 1, 2 … Optional. If a reply is lost and the batch is sent
   * again, the server recognizes the duplicate by this number. Send the next batch only after the reply to this one.
   */
  seq: z.int().min(0).max(2_147_483_647).optional(),
  lines: z.array(LogLine).max(1000),
})
export type LogLines = z.infer<typeof LogLines>

export interface StoredOutput {
  slot: string
  index: number
  name: string
  sha256: string
  sizeInBytes: number
}

/** Claims further jobs, without waiting until one becomes available. */
export const NextClaim = z.object(CLAIMED)
export type NextClaim = z.infer<typeof NextClaim>

export const Completion = z.object({
  /** Any JSON value, which becomes the job's `Result`. */
  result: z.unknown().optional(),
  /** Peak resident memory, in bytes, of the step and all its child processes. */
  peakMemoryBytes: z.int().min(0).optional(),
  /**
   * Claims further jobs, such as the next job of a workflow, in the transaction that completes this job. The reply may
   * contain fewer leases than are available. If it contains none, send a regular claim.
   */
  next: NextClaim.optional(),
})
export type Completion = z.infer<typeof Completion>

export interface CompletionReply {
  /** Present if the request contained `next`. */
  leases?: Lease[]
}

/** The parameter that made a step fail. The job's page shows it and lets the user correct it. */
export const FailedParameter = z.object({
  name: z.string().min(1).max(200),
  /** The invalid part of the string, or the invalid item of the list. If absent, the whole value is invalid. */
  wrong: z.string().max(1000).optional(),
  /** Where the invalid part starts in the string, in UTF-16 code units. */
  offset: z.int().min(0).max(1_000_000).optional(),
  /** Suggested replacements for the invalid part, best first. */
  suggestions: z.array(z.string().max(1000)).max(10).readonly().optional(),
  /** Other parameters that may need to be changed as well. */
  beside: z.array(z.string().min(1).max(200)).max(10).readonly().optional(),
})
export type FailedParameter = z.infer<typeof FailedParameter>

export const Failure = z.object({
  /** One or two sentences for users: what happened, where, and what to do. */
  message: z.string().min(1).max(4000),
  /**
   * `retryable`: the job is retried after a pause. `returned`: the worker is shutting down, and the job is queued
   * again. After the last permitted attempt, the job fails in both cases. `timed-out`: the step reached its time limit.
   * The server then replaces the message with one that explains how to raise the limit.
   */
  kind: z.enum(['final', 'retryable', 'returned', 'timed-out']).default('final'),
  /** For the kind `final`: the parameter to correct. */
  parameter: FailedParameter.optional(),
  /**
   * The input whose content did not match `sha256`. If the stored file is damaged, the server moves the job to
   * DataMissing, regardless of `kind`. Otherwise, only the transfer failed, and `kind` applies.
   */
  input: z.object({ slot: z.string(), index: z.int().min(0) }).optional(),
})
export type Failure = z.infer<typeof Failure>
