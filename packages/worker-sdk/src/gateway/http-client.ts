import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Path relative to the server's URL, or a full URL of a different host, to which the API key is not sent. */
  path: string
  headers?: Record<string, string>
  body?: Buffer | Readable
  /** Aborts the request if nothing was sent or received for this long. */
  idleMs: number
  signal?: AbortSignal
}

/**
 * Sends requests with the worker's API key over persistent connections. `send` resolves for replies with any status.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<http.IncomingMessage>
  close(): void
}

/**
 * Creates an HTTP client with keep-alive and without Nagle's delay, because the calls of a job are small and
 * sequential.
 */
export function httpClient(address: string, keyHeaders: Record<string, string>): HttpClient {
  const base = new URL(address)
  const agents = { 'http:': new http.Agent(CONNECTIONS), 'https:': new https.Agent(CONNECTIONS) }
  return {
    send(request) {
      const foreign = /^https?:/.test(request.path)
      const url = foreign ? new URL(request.path) : new URL(base.pathname.replace(/\/$/, '') + request.path, base)
      const secure = url.protocol === 'https:'
      const headers = foreign ? request.headers : { ...keyHeaders, ...request.headers }
      const options = { method: request.method, headers, agent: agents[secure ? 'https:' : 'http:'] }
      return exchange(secure ? https.request(url, options) : http.request(url, options), request)
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

const CONNECTIONS = { keepAlive: true, noDelay: true, maxFreeSockets: 64 }

/** Resolves with the head of the reply, even if it arrives before the whole body has been sent. */
function exchange(outgoing: http.ClientRequest, request: HttpRequest): Promise<http.IncomingMessage> {
  const { body, signal, idleMs } = request
  return new Promise((resolve, reject) => {
    const stop = () => outgoing.destroy(new Error('The request was aborted.'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    outgoing.setTimeout(idleMs, () => outgoing.destroy(new Error(`No data from the server for ${idleMs} ms.`)))
    outgoing.on('response', (reply) => {
      reply.on('end', () => {
        if (!outgoing.writableEnded) outgoing.destroy()
      })
      resolve(reply)
    })
    outgoing.on('error', reject)
    outgoing.on('close', () => signal?.removeEventListener('abort', stop))
    if (!body) return void outgoing.end()
    if (Buffer.isBuffer(body)) return void outgoing.end(body)
    body.on('error', (error) => outgoing.destroy(error))
    body.pipe(outgoing)
  })
}
