import type { Fault, ProblemBody } from '@millrace/contracts/problems'
import { takePreloadedReply } from './preloaded-replies.ts'
import { retryWhenBusy } from './retry-when-busy.ts'
import { isUnauthorized, withCurrentSession } from './signed-out.ts'

/** The error for a failed call: the problem document if there is one, otherwise only the status. */
export class ApiProblem extends Error {
  readonly status: number
  readonly statusText: string
  readonly title: string
  readonly code: string | undefined
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly faults: readonly Fault[]

  constructor(status: number, statusText: string, body: Partial<ProblemBody> = {}) {
    const words = statusText || STATUS_TEXTS[status] || `Status ${status}`
    super(body.detail ?? body.title ?? words)
    this.name = 'ApiProblem'
    this.status = status
    this.statusText = words
    this.title = body.title ?? words
    this.code = body.code
    this.detail = body.detail
    this.requestId = body.requestId
    this.faults = body.faults ?? []
  }
}

/** Returns whether a retry may succeed, because the server is unreachable or busy. */
export function isTemporary(error: Error | null): boolean {
  return error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status)
}

/** Status texts, because HTTP/2 has none. */
const STATUS_TEXTS: Record<number, string> = {
  0: 'The server can’t be reached',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

export interface CallOptions {
  method?: string
  /** Sent as JSON; `undefined` sends no body. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/**
 * Sends a request with the session cookie, or resolves with the reply if the server embedded it in the page. Throws
 * ApiProblem if the server can’t be reached, or if the status is 300 or more. Retries a few times if the user has too
 * many requests in progress.
 */
export async function call(href: string, { method = 'GET', body, headers, signal }: CallOptions = {}) {
  const address = ownAddress(href)
  const first = method === 'GET' ? takePreloadedReply(pathOf(href)) : undefined
  if (first) return Response.json(first.body)
  const request = {
    method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  } satisfies RequestInit
  const send = () => retryWhenBusy(() => fetch(address, request), signal)
  const reply = await withCurrentSession(send, isUnauthorized).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiProblem(0, '', { detail: 'The server can’t be reached. Check your connection and try again.' })
  })
  if (reply.status >= 300) throw await problemOf(reply)
  return reply
}

/** Sends a request and parses the JSON reply. */
export async function callJson<T>(href: string, options?: CallOptions): Promise<T> {
  const reply = await call(href, options)
  return (await reply.json()) as T
}

/**
 * Resolves a URL. Throws for other hosts, because links come from documents and the session cookie must never be sent
 * elsewhere.
 */
export function ownAddress(href: string): string {
  const url = new URL(href, location.origin)
  if (url.origin !== location.origin) throw new Error(`The link leads to another site: ${url.origin}`)
  return url.href
}

/** Returns the path and query of one of our URLs. */
export function pathOf(href: string): string {
  const { pathname, search } = new URL(ownAddress(href))
  return pathname + search
}

async function problemOf(reply: Response): Promise<ApiProblem> {
  const body = await reply.json().catch(() => undefined)
  return new ApiProblem(reply.status, reply.statusText, isRecord(body) ? readProblem(body) : {})
}

/** Parses a problem document, or better-auth's `{ message, code }`. */
export function readProblem(body: Record<string, unknown>): Partial<ProblemBody> {
  const { message, ...problem } = body
  return { ...(typeof message === 'string' ? { detail: message } : {}), ...problem } as Partial<ProblemBody>
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
