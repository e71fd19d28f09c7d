import type http from 'node:http'
import type { Readable } from 'node:stream'
import type { Manifest } from '@millrace/contracts/manifest'
import type {
  ClaimReply,
  ClaimRequest,
  Completion,
  CompletionReply,
  Failure,
  Heartbeat,
  HeartbeatReply,
  Lease,
  LeaseInput,
  LogLines,
  RegisteredSteps,
  StoredOutput,
} from '@millrace/contracts/worker'
import { LEASE_TOKEN_HEADER, WORKER_PATHS } from '@millrace/contracts/worker-paths'
import { bodyText, GatewayError, readProblem } from './gateway-error.ts'
import { type HttpRequest, httpClient } from './http-client.ts'

const SHORT_CALL_MS = 10_000
const TRANSFER_IDLE_MS = 60_000
/**
 * Timeout for reporting a damaged input. It is long because the server checks the whole stored input before it replies.
 */
const LOOKING_MS = 600_000
const REPLY_MAX = 32_000_000

export type Gateway = ReturnType<typeof openGateway>
type LeaseKey = Pick<Lease, 'id' | 'token'>

/** Opens a client for the worker protocol. Calls do not retry. Replies other than 2xx are thrown as GatewayError. */
export function openGateway(address: string, apiKey: string) {
  const client = httpClient(address, { 'x-api-key': apiKey, 'user-agent': 'millrace-worker' })

  async function ask<T>(request: HttpRequest): Promise<T> {
    const reply = await succeed(await client.send(request))
    const text = await bodyText(reply, REPLY_MAX)
    return (text ? JSON.parse(text) : undefined) as T
  }

  function post<T>(path: string, value: unknown, options: Partial<HttpRequest> = {}): Promise<T> {
    const body = Buffer.from(JSON.stringify(value))
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length), ...options.headers }
    return ask<T>({ method: 'POST', path, idleMs: SHORT_CALL_MS, ...options, headers, body })
  }

  function postLease<T>(lease: LeaseKey, verb: string, value: unknown, signal?: AbortSignal, idleMs = SHORT_CALL_MS) {
    return post<T>(`${WORKER_PATHS.lease(lease.id)}/${verb}`, value, { signal, idleMs, headers: leaseHeaders(lease) })
  }

  return {
    register: (manifests: Manifest[], signal?: AbortSignal) =>
      post<RegisteredSteps>(WORKER_PATHS.steps, { manifests }, { method: 'PUT', signal }),
    claim: (request: ClaimRequest, signal?: AbortSignal) =>
      post<ClaimReply>(WORKER_PATHS.claim, request, { signal, idleMs: request.waitMs + SHORT_CALL_MS }),
    heartbeat: (lease: LeaseKey, beat: Heartbeat, signal?: AbortSignal) =>
      postLease<HeartbeatReply>(lease, 'heartbeat', beat, signal),
    log: (lease: LeaseKey, lines: LogLines, signal?: AbortSignal) => postLease<void>(lease, 'log', lines, signal),
    complete: (lease: LeaseKey, completion: Completion, signal?: AbortSignal) =>
      postLease<CompletionReply>(lease, 'complete', completion, signal),
    fail: (lease: LeaseKey, failure: Failure, signal?: AbortSignal) =>
      postLease<void>(lease, 'fail', failure, signal, failure.input ? LOOKING_MS : SHORT_CALL_MS),

    /** Follows a redirect to the object store, without the API key. */
    async readInput(lease: LeaseKey, input: LeaseInput, from: number, signal?: AbortSignal) {
      const range: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
      const request = { method: 'GET', idleMs: TRANSFER_IDLE_MS, signal } as const
      const reply = await client.send({ ...request, path: input.path, headers: { ...leaseHeaders(lease), ...range } })
      const elsewhere = redirectOf(reply)
      if (!elsewhere) return succeed(reply)
      reply.resume()
      return succeed(await client.send({ ...request, path: elsewhere, headers: range }))
    },

    async writeOutput(lease: LeaseKey, output: OutputBytes, signal?: AbortSignal): Promise<StoredOutput> {
      const query = new URLSearchParams({
        name: output.name,
        ...(output.folder !== undefined && { folder: output.folder }),
      })
      const path = `${WORKER_PATHS.lease(lease.id)}/outputs/${encodeURIComponent(output.slot)}/${output.index}?${query}`
      const size = { 'content-type': output.mediaType, 'content-length': String(output.sizeInBytes) }
      const headers = { ...leaseHeaders(lease), ...size }
      return ask({ method: 'PUT', path, headers, body: output.body, idleMs: TRANSFER_IDLE_MS, signal })
    },

    close: () => client.close(),
  }
}

/** An output to upload. The body can be read only once. */
export interface OutputBytes {
  slot: string
  index: number
  name: string
  mediaType: string
  folder?: string
  sizeInBytes: number
  body: Readable
}

function leaseHeaders(lease: LeaseKey): Record<string, string> {
  return { [LEASE_TOKEN_HEADER]: lease.token }
}

function redirectOf(reply: http.IncomingMessage): string | undefined {
  const status = reply.statusCode ?? 0
  return status >= 301 && status <= 308 && status !== 304 ? reply.headers.location : undefined
}

async function succeed(reply: http.IncomingMessage): Promise<http.IncomingMessage> {
  const status = reply.statusCode ?? 0
  if (status >= 200 && status < 300) return reply
  if (status >= 400) throw await readProblem(reply)
  reply.resume()
  throw new GatewayError({
    status,
    code: 'unexpected',
    detail: `Unexpected status ${status} from the server.`,
  })
}
