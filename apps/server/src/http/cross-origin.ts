import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { AppEnv } from '#app-env.ts'
import type { Env } from '#env.ts'

type Settings = Pick<Env, 'CORS_ORIGINS'>

/** Paths of the jobs service, as opposed to sign-in, accounts and keys (`/api/auth`, `/api/keys`). */
const JOBS_SERVICE = /^\/api\/[A-Z]/

/** Whether pages of this origin may call this path of the jobs service. */
export function isAllowedCrossOrigin({ CORS_ORIGINS }: Settings, path: string, origin: string): boolean {
  return JOBS_SERVICE.test(path) && CORS_ORIGINS.includes(origin)
}

/**
 * Lets pages of the origins in CORS_ORIGINS call the jobs service with credentials. Preflight requests carry no
 * credentials, so they are answered before authentication. Pages of other origins get no CORS headers.
 */
export function crossOrigin(env: Settings): MiddlewareHandler<AppEnv> {
  const allow = cors({
    origin: env.CORS_ORIGINS,
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      ...['Accept', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'Prefer', 'x-api-key'],
      ...['If-Match', 'If-None-Match', 'If-Range', 'Range'],
      ...['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset', 'X-HTTP-Method-Override'],
      ...['Repr-Digest', 'Want-Repr-Digest'],
    ],
    exposeHeaders: [
      ...['Allow', 'Content-Disposition', 'Content-Range', 'ETag', 'Location'],
      ...['Preference-Applied', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
      ...['Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Size-Known', 'Repr-Digest'],
    ],
    maxAge: 600,
  })
  return async (c, next) => {
    if (env.CORS_ORIGINS.length === 0 || !JOBS_SERVICE.test(c.req.path)) return next()
    if (isAllowedCrossOrigin(env, c.req.path, c.req.header('origin') ?? '')) return allow(c, next)
    await next()
    c.header('Vary', 'Origin', { append: true })
  }
}
