import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { Manifest } from './manifest.ts'

/**
 * The worker protocol: how a worker, ours or anybody's, takes work over HTTP. All bodies are JSON in camelCase.
 * Every call carries `x-api-key`; every call below `/worker/v1/leases/{id}` also carries the header `x-lease-token`.
 * `{id}` is the job's id: a job has at most one lease. A call with an old token answers 409 `lease-lost`.
 *
 *     PUT  /worker/v1/steps                               RegisterSteps → RegisteredSteps
 *     POST /worker/v1/claim                               ClaimRequest → ClaimReply (waits up to waitMs for work)
 *     POST /worker/v1/leases/{id}/heartbeat               Heartbeat → HeartbeatReply
 *     POST /worker/v1/leases/{id}/log                     LogLines → 200
 *     GET  /worker/v1/leases/{id}/inputs/{slot}/{index}   the bytes; Range is understood
 *     PUT  /worker/v1/leases/{id}/outputs/{slot}/{index}?name=…   raw bytes, Content-Type → 201 StoredOutput
 *     POST /worker/v1/leases/{id}/complete                Completion → 200
 *     POST /worker/v1/leases/{id}/fail                    Failure → 200
 *
 * Outputs become visible with `complete`, never before; what a lost or canceled attempt wrote is thrown away.
 */
export { LEASE_TOKEN_HEADER, WORKER_PATHS } from './worker-paths.ts'

export const RegisterSteps = z.object({ manifests: z.array(Manifest).min(1).max(100) })
export type RegisterSteps = z.infer<typeof RegisterSteps>

export interface RegisteredSteps {
  steps: { stepId: string; functionName: string; version: string }[]
}

export const ClaimRequest = z.object({
  /** Name of the worker, for logs and lists. */
  worker: z.string().min(1).max(100),
  /** Ids of registered steps, from RegisteredSteps. */
  stepIds: z.array(z.uuid()).min(1).max(200),
  max: z.int().min(1).max(LIMITS.claimMax).default(1),
  waitMs: z.int().min(0).max(LIMITS.claimWaitMsMax).default(0),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

export interface LeaseInput {
  slot: string
  index: number
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
  /** Path below the server's address. */
  path: string
}

export interface Lease {
  /** The job's id. */
  id: string
  token: string
  attempt: number
  jobName: string
  stepId: string
  functionName: string
  version: string
  parameters: Record<string, unknown>
  inputs: LeaseInput[]
  outputs: { slot: string; mediaType: string; maxSlots: number | null }[]
  leaseMs: number
  heartbeatMs: number
}

export interface ClaimReply {
  leases: Lease[]
}

export const Heartbeat = z.object({ progress: z.number().min(0).max(1).optional() })
export type Heartbeat = z.infer<typeof Heartbeat>

export interface HeartbeatReply {
  leaseMs: number
}

export const LogLine = z.object({
  /** When the line was written by the worker's clock (ISO 8601 with offset); shown, never compared. */
  at: z.iso.datetime({ offset: true }),
  stream: z.enum(['out', 'err']),
  text: z.string(),
})
export type LogLine = z.infer<typeof LogLine>
export const LogLines = z.object({
  /**
   * Position of this batch in the log of the attempt: 0, 1, 2 … Optional. With it, a batch that is sent again after a
   * lost reply is stored once. Send the next batch after the reply to this one.
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

export const Completion = z.object({
  /** Any JSON; shown as the job's Result. */
  result: z.unknown().optional(),
})
export type Completion = z.infer<typeof Completion>

export const Failure = z.object({
  /** One or two sentences for a person: what happened, to which thing, what to do. */
  message: z.string().min(1).max(4000),
  /** `retryable`: try again up to the attempt limit. `returned`: a draining worker gives the job back. */
  kind: z.enum(['final', 'retryable', 'returned']).default('final'),
  /**
   * The input that did not arrive as its `sha256` says. The server looks at what it stores: if that is damaged, the job
   * misses data, whatever `kind` says; if not, only the transfer was.
   */
  input: z.object({ slot: z.string(), index: z.int().min(0) }).optional(),
})
export type Failure = z.infer<typeof Failure>
