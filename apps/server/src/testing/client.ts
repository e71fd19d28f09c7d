import type { HttpBindings } from '@hono/node-server'
import { PROTOCOL } from '@millrace/contracts/protocol'
import { SIREN_TYPE } from '@millrace/siren/document'
import { sirenFaults } from '@millrace/siren/testing/strict'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'
import { sessionCookie } from '#http/session-cookie.ts'

export interface TestServer {
  app: Hono<AppEnv>
  env: Env
}

export const ORIGIN = 'http://localhost:3000'

/** A browser for tests: stores cookies as a browser does, and sends requests like our own pages. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  readonly setCookies: string[] = []
  readonly #server: TestServer
  readonly #address: string

  constructor(server: TestServer, address = '203.0.113.7') {
    this.#server = server
    this.#address = address
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('GET', path, { headers })
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('POST', path, { body: body ?? {}, headers })
  }

  /** Gets a document that must exist. */
  async read<T = Record<string, unknown>>(path: string): Promise<T> {
    const reply = await this.get(path)
    expect(reply.status, `${path}: ${await reply.clone().text()}`).toBe(200)
    return (await reply.json()) as T
  }

  /** Sends a request. Omits empty headers. Sends a body as JSON unless it is a string, bytes, a stream or a form. */
  async request(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const raw = isRaw(body) ? body : undefined
    const sent = new Headers({
      host: 'localhost:3000',
      ...(method === 'GET' ? { accept: SIREN_TYPE } : { origin: ORIGIN }),
    })
    if (body !== undefined && raw === undefined) sent.set('content-type', 'application/json')
    if (this.cookies.size > 0)
      sent.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    for (const [name, value] of Object.entries(headers)) {
      if (value === '') sent.delete(name)
      else sent.set(name, value)
    }
    const url = path.startsWith('http') ? path : `${ORIGIN}${path}`
    const request = new Request(url, { method, headers: sent, body: raw ?? JSON.stringify(body), duplex: 'half' })
    const reply = await this.#server.app.fetch(request, bindings(this.#address))
    this.#keep(reply)
    if (method !== 'HEAD') await requireStrict(reply, path)
    return reply
  }

  #keep(reply: Response): void {
    for (const line of reply.headers.getSetCookie()) {
      requireSafeCookie(line, this.#server.env)
      this.setCookies.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/**
 * Checks row C3 of docs/security.md in every test: cookies are host-only, HttpOnly, SameSite=Lax and, except on plain
 * HTTP, secure.
 */
function requireSafeCookie(line: string, env: Env): void {
  const { prefix, secure } = sessionCookie(env)
  expect(line).toMatch(new RegExp(`^${prefix}[_.]`))
  expect(line).toMatch(/; Path=\/(;|$)/)
  expect(line).toContain('; HttpOnly')
  expect(line).toContain('; SameSite=Lax')
  expect(line).not.toMatch(/; Domain/i)
  expect(/; Secure(;|$)/.test(line), line).toBe(secure)
}

/**
 * Checks the responses in every test. Documents must follow the rules of the strictest client. Problems must contain
 * the status and a title.
 */
async function requireStrict(reply: Response, path: string): Promise<void> {
  const type = reply.headers.get('content-type')
  if (type?.startsWith(SIREN_TYPE)) expect(sirenFaults(PROTOCOL, type, await reply.clone().json()), path).toEqual([])
  if (reply.status >= 400 && type?.startsWith('application/problem+json')) {
    expect(await reply.clone().json(), path).toMatchObject({ status: reply.status, title: expect.any(String) })
  }
}

/** Returns the connection details that the app expects from node-server. */
function bindings(remoteAddress: string): HttpBindings {
  return { incoming: { socket: { remoteAddress } } } as unknown as HttpBindings
}

function isRaw(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> | ReadableStream {
  return [FormData, Uint8Array, ReadableStream].some((kind) => body instanceof kind) || typeof body === 'string'
}
