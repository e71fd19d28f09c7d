import type http from 'node:http'
import type { ProblemBody } from '@millrace/contracts/problems'

/** An error reply of the server. If there is no reply, a different error is thrown. */
export class GatewayError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterMs: number | undefined

  constructor(reply: { status: number; code: string; detail: string; retryAfterMs?: number }) {
    super(reply.detail)
    this.name = 'GatewayError'
    this.status = reply.status
    this.code = reply.code
    this.retryAfterMs = reply.retryAfterMs
  }
}

/**
 * Whether a retry may help: there was no reply, or the server was busy or had an internal error. Status 507 means that
 * the storage is full, so a retry would not help.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return true
  if (error.status === 507) return false
  return error.status >= 500 || error.status === 408 || error.status === 425 || error.status === 429
}

/** Whether the server refused the call because the lease is no longer valid, for example because it has expired. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof GatewayError && error.status === 409
}

const ERROR_BODY_MAX = 64_000

/** Reads the problem document of an error reply. If the reply has none, the error contains only the status. */
export async function readProblem(reply: http.IncomingMessage): Promise<GatewayError> {
  const status = reply.statusCode ?? 0
  const text = await bodyText(reply, ERROR_BODY_MAX).catch(() => '')
  const problem = parseProblem(text)
  const detail =
    problem.detail ?? problem.title ?? `The server returned status ${status} ${reply.statusMessage ?? ''}`.trim()
  const seconds = Number(reply.headers['retry-after'])
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined
  return new GatewayError({ status, code: problem.code ?? 'unexpected', detail, retryAfterMs })
}

/** Reads a short body. Once more than `limit` bytes have arrived, stops reading and closes the connection. */
export async function bodyText(reply: http.IncomingMessage, limit: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of reply as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > limit) break
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseProblem(text: string): Partial<ProblemBody> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
