import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, errors, getGlobalDispatcher, request, setGlobalDispatcher } from 'undici'
import { isPublicAddress } from './public-address.ts'

interface OutboundOptions {
  /** Origins that the operator configured, such as http://listmonk:9000. Only these may have internal addresses. */
  trusted?: string[]
  /**
   * Time limit for connecting, for receiving the headers, and for each pause in the body. In `send`, it also limits the
   * whole exchange.
   */
  timeoutMs?: number
  /** Maximum size of the reply. -1 for no limit. */
  maxBytes?: number
  lookup?: LookupFunction
}

interface Message {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}

/** The error for a failed exchange. Its message is written for administrators. */
export class OutboundError extends Error {
  override name = 'OutboundError'
}

export type Outbound = ReturnType<typeof openOutbound>

const TIMEOUT_MS = 10_000
const MAX_BYTES = 5_000_000

/**
 * Creates the client for all HTTP requests that the server sends. The client connects only to trusted origins and to
 * public addresses, and checks the addresses that a name resolves to. It follows no redirects, and limits time and
 * size.
 */
export function openOutbound({ trusted = [], timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, lookup }: OutboundOptions) {
  const limits = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxBytes,
    keepAliveTimeout: 4000,
  }
  const toTrusted = new Agent({ ...limits, connect: { timeout: timeoutMs } })
  const toPublic = new Agent({ ...limits, connect: { timeout: timeoutMs, lookup: publicOnly(lookup ?? resolve) } })
  const origins = new Set(trusted.map((url) => new URL(url).origin))

  const routed = (refine: (handler: Dispatcher.DispatchHandler) => Dispatcher.DispatchHandler) =>
    toPublic.compose(() => (options, handler) => {
      const origin = new URL(String(options.origin))
      const agent = origins.has(origin.origin) ? toTrusted : toPublic
      if (agent === toPublic) requirePublicHost(origin.hostname)
      return agent.dispatch(options, refine(handler))
    })
  const dispatcher = routed(withoutRedirects)
  const toRead = routed((handler) => handler)
  const failed = (url: string, cause: unknown) =>
    new OutboundError(`${new URL(url).host} ${reasonOf(cause, { timeoutMs, maxBytes })}.`, { cause })

  return {
    /** For libraries that make requests themselves. */
    dispatcher,

    /** Throws an OutboundError if there is no complete reply. */
    async send(url: string, { method = 'GET', headers, body }: Message = {}) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const reply = await request(url, { dispatcher, method, headers, body, signal })
        return { status: reply.statusCode, text: await reply.body.text() }
      } catch (error) {
        throw failed(url, error)
      }
    },

    /**
     * Sends a request whose reply may be a redirect, and returns the reply with its body as a stream. The caller must
     * read or destroy the body, and must convert errors while reading with `failed(url, cause)`.
     */
    async open(url: string, { headers, signal }: { headers?: Record<string, string>; signal: AbortSignal }) {
      try {
        return await request(url, { dispatcher: toRead, headers, signal })
      } catch (error) {
        throw failed(url, error)
      }
    },

    failed,

    async close(): Promise<void> {
      await Promise.all([toTrusted.destroy(), toPublic.destroy()])
    },
  }
}

/**
 * Applies the rules of `openOutbound` to `fetch` in the whole process until the returned guard is released. The sign-in
 * library calls the identity provider with `fetch` and offers no other way to restrict these requests.
 */
export function guardFetch(options: OutboundOptions): { release(): Promise<void> } {
  const unguarded = getGlobalDispatcher()
  const outbound = openOutbound(options)
  setGlobalDispatcher(outbound.dispatcher)
  return {
    async release() {
      if (getGlobalDispatcher() === outbound.dispatcher) setGlobalDispatcher(unguarded)
      await outbound.close()
    },
  }
}

/**
 * Throws if the host is a non-public IP address. `publicOnly` doesn't check IP addresses, because it is called only for
 * names. `isIP` recognizes forms like 127.1, because `URL` has normalized them.
 */
function requirePublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw new OutboundError('has an address that is not public')
}

/**
 * Returns a lookup that finds only public addresses. The connection uses these addresses, because a second lookup could
 * return others.
 */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return done(error, '')
      const all = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }]
      const [first, ...others] = all.filter(({ address }) => isPublicAddress(address))
      if (!first) return done(new OutboundError('has an address that is not public'), '')
      if (options.all) return done(null, [first, ...others])
      return done(null, first.address, first.family)
    })
}

function withoutRedirects(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart(...args) {
      const [, status] = args
      if (status >= 300 && status < 400) throw new OutboundError('replied with a redirect')
      handler.onResponseStart?.(...args)
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  }
}

const SYSTEM_REASONS: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  ENOTFOUND: 'could not be resolved',
  EAI_AGAIN: 'could not be resolved',
  EHOSTUNREACH: 'is unreachable',
  ENETUNREACH: 'is unreachable',
  UND_ERR_SOCKET: 'closed the connection',
}

function reasonOf(error: unknown, { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number }): string {
  if (error instanceof OutboundError) return error.message
  if (error instanceof errors.ResponseExceededMaxSizeError) return `sent more than ${maxBytes / 1e6} MB`
  const isLate =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  if (isLate) return `did not reply within ${timeoutMs / 1000} s`
  const { code = '' } = error as NodeJS.ErrnoException
  return SYSTEM_REASONS[code] ?? `could not be reached (${code || (error as Error).message})`
}
