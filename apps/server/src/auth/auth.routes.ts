import type { Database } from '@millrace/db/connect'
import { isAPIError } from 'better-auth/api'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import type { Env } from '#env.ts'
import { readJson, readJsonText } from '#http/json-body.ts'
import { trustedOrigins } from '#http/origin.ts'
import { declares } from '#http/rules.ts'
import { valid } from '#http/valid.ts'
import { Problem } from '#problem.ts'
import { CLIENT_IP_HEADER } from './address-throttle.ts'
import type { Auth } from './auth.ts'
import { isDuplicate, refusalOf } from './database-refusals.ts'

const BODY_BYTES = 64_000
const Verification = z.object({ token: z.string().min(1).max(500) })

/** No access check here: better-auth decides who may call its routes. */
const libraryDecides = declares('auth-library', (_c, next) => next())

/** Endpoints that end sessions. Their replies tell the browser to clear what it cached during the session. */
const SIGNS_OUT = ['/api/auth/sign-out', '/api/auth/delete-user']

const GET_SESSION = '/api/auth/get-session'

/**
 * Serves better-auth under /api/auth. Limits the size of request bodies and passes on the client's address. Errors of
 * better-auth, and the database errors listed in database-refusals.ts, are reported in better-auth's form. All other
 * errors become problem documents.
 */
export function authRoutes(auth: Auth, { env, db }: Pick<Deps, 'env' | 'db'>) {
  async function ask(c: Context<AppEnv>, method: string, url: string, text?: string): Promise<Response> {
    const headers = new Headers(c.req.raw.headers)
    const isEmpty = text?.trim() === ''
    const body = isEmpty ? '{}' : text // many clients send no body when there is nothing to send
    if (isEmpty) headers.set('content-type', 'application/json')
    const address = c.var.body.address()
    headers.set(CLIENT_IP_HEADER, address === 'unknown' ? '0.0.0.0' : address)
    const request = new Request(url, { method, headers, body })
    const read = method === 'GET' ? FREQUENT_READS[c.req.path] : undefined
    const reply = await (read ? read(auth, request, queryOf(c)) : auth.handler(request)).catch(refusal)
    if (reply.status === 500) await requireDatabase(db)
    const retryAfter = reply.headers.get('x-retry-after') // the library's own limits send only this header
    if (retryAfter !== null) reply.headers.set('Retry-After', retryAfter)
    reply.headers.set('Cache-Control', 'no-store')
    withoutDescription(reply)
    if (reply.status === 401 || c.req.path === GET_SESSION) keepCookies(reply)
    if (reply.ok && SIGNS_OUT.includes(c.req.path)) reply.headers.set('Clear-Site-Data', '"cache"')
    return reply
  }

  /** Passes on only the token. Our hook would take a redirect to a `callbackURL` for an error. */
  function verify(c: Context<AppEnv>, input: unknown): Promise<Response> {
    requireSameSite(c, env)
    const url = new URL(c.req.url)
    url.search = new URLSearchParams(valid(Verification, input)).toString()
    return ask(c, 'GET', url.href)
  }

  return new Hono<AppEnv>()
    .get('/verify-email', libraryDecides, (c) => verify(c, c.req.query()))
    .post('/verify-email', libraryDecides, async (c) => verify(c, await readJson(c, BODY_BYTES)))
    .on(['GET', 'POST'], '/*', libraryDecides, async (c) => {
      const { method, url } = c.req.raw
      if (method !== 'POST') return ask(c, method, url)
      requireSameSite(c, env)
      return ask(c, method, url, await readJsonText(c, BODY_BYTES))
    })
}

type Query = Record<string, string | string[]>
type Read = (auth: Auth, request: Request, query: Query) => Promise<Response>

/**
 * Endpoints that are called directly, because the library's request handler builds its whole router for each request.
 */
const FREQUENT_READS: Readonly<Record<string, Read>> = {
  [GET_SESSION]: (auth, request, query) => auth.api.getSession({ ...askedBy(request), query }),
  '/api/auth/admin/list-users': (auth, request, query) =>
    auth.api.listUsers({ ...askedBy(request), query: query as object }) as Promise<Response>,
}

function askedBy(request: Request) {
  return { request, headers: request.headers, asResponse: true } as const
}

/** The library expects an array for a repeated parameter. */
function queryOf(c: Context<AppEnv>): Query {
  const named = Object.entries(c.req.queries())
  return Object.fromEntries(named.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]))
}

/**
 * Removes `set-cookie` headers that clear a cookie. The library clears the cookie of a session that it does not find.
 * If the browser has just received a new session’s cookie under the same name, clearing it would sign the user out.
 */
function keepCookies({ headers }: Response): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) if (!/; Max-Age=0(;|$)/.test(cookie)) headers.append('set-cookie', cookie)
}

/**
 * Removes the error description from the URL of a redirect, because URLs are logged. The description may be private,
 * such as the reason for a ban, or come from a third party. The sign-in page explains the error codes itself.
 */
function withoutDescription({ headers }: Response): void {
  const location = headers.get('location')
  if (!location?.includes('error_description=')) return
  headers.set('location', location.replace(/([?&])error_description=[^&#]*&?/, '$1').replace(/[?&](?=#|$)/, ''))
}

/**
 * Throws if the database is unreachable. Clients then receive `busy` and retry. better-auth would reply with status
 * 500.
 */
async function requireDatabase(db: Database): Promise<void> {
  await db.pool.query('select 1')
}

/** Prevents pages of other sites from signing anyone in, out or up, with or without a cookie. */
function requireSameSite(c: Context<AppEnv>, env: Env): void {
  const origin = c.req.header('origin')
  if (origin === undefined || trustedOrigins(env, c.req.header('host')).includes(origin)) return
  throw new Problem(
    'bad-origin',
    `Requests from ${origin.slice(0, 200)} are not allowed. Open the app at its own address.`,
  )
}

function refusal(error: unknown): Response {
  if (isDuplicate(error))
    throw new Problem('already-exists', 'This name or address is already taken. Choose another one.', { cause: error })
  const refused = refusalOf(error)
  if (refused) return Response.json(refused, { status: 400 })
  if (!isAPIError(error)) throw error
  return Response.json(error.body, { status: error.statusCode })
}
